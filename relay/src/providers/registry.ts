import type { ChatProvider } from './chat-provider.ts';
import { customProvider } from './custom/custom-provider.ts';
import { openAiProvider } from './openai/openai-provider.ts';

/** Providers by channel type (contract E). */
const PROVIDERS: ReadonlyMap<number, ChatProvider> = new Map([
  [1, openAiProvider],
  [8, customProvider],
]);

/** undefined: channels of this type cannot chat. */
export const providerOf = (channelType: number): ChatProvider | undefined => PROVIDERS.get(channelType);
