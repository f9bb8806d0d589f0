import { CHANNEL_TYPES, type ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Dialect } from '../modes/dialect.ts';
import type { Mode } from '../modes/mode.ts';
import { anthropic } from './anthropic/anthropic-provider.ts';
import { custom } from './custom/custom-provider.ts';
import { openAi } from './openai/openai-provider.ts';
import type { Adapter, Provider } from './provider.ts';

/** Providers by the key of their channel type. One that speaks exactly like OpenAI needs none: its row says so. */
const PROVIDERS: Readonly<Partial<Record<ChannelTypeKey, Provider>>> = { custom, anthropic };

const BY_TYPE: ReadonlyMap<number, Provider> = new Map(
  CHANNEL_TYPES.flatMap((type) => {
    const provider = PROVIDERS[type.key] ?? (type.speaksOpenAi === true ? openAiWith(type.modes) : undefined);
    return provider === undefined ? [] : [[type.code, provider]];
  }),
);

/** OpenAI's own adapters, of these modes alone. */
function openAiWith(modes: readonly string[]): Provider {
  const adapters = Object.entries(openAi.adapters).filter(([mode]) => modes.includes(mode));
  return { adapters: Object.fromEntries(adapters) as Provider['adapters'] };
}

/** undefined: there is no adapter for channels of this type. */
export const providerOf = (channelType: number): Provider | undefined => BY_TYPE.get(channelType);

/** How a call goes by a channel. `isNative`: the upstream speaks the caller's own dialect. */
export type Way<M extends Mode> = {
  readonly provider: Provider;
  readonly adapter: Adapter<M>;
  readonly isNative: boolean;
};

/** undefined: channels of this type do not have this mode. */
export function wayOf<M extends Mode>(channelType: number, mode: M, dialect: Dialect): Way<M> | undefined {
  const provider = BY_TYPE.get(channelType);
  if (provider === undefined) return undefined;
  const native = dialect === 'openai' || mode !== 'chat' ? undefined : provider.native?.[dialect];
  if (native !== undefined) return { provider, adapter: native as Adapter<Mode> as Adapter<M>, isNative: true };
  const adapter = provider.adapters[mode];
  return adapter === undefined ? undefined : { provider, adapter, isNative: dialect === 'openai' };
}

/** The channels that have this mode; all of them where none has it, so that the caller hears of that. */
export function channelsWith(channels: readonly ChannelView[], mode: Mode): readonly ChannelView[] {
  if (channels.every((channel) => hasMode(channel, mode))) return channels;
  const having = channels.filter((channel) => hasMode(channel, mode));
  return having.length === 0 ? channels : having;
}

/** The channels that may serve what `unfit` cannot: those of another type, or with another say on what has no price. */
export function channelsUnlike(channels: readonly ChannelView[], unfit: ChannelView): readonly ChannelView[] {
  const { type, setting } = unfit;
  return channels.filter((other) => other.type !== type || other.setting['unpriced'] !== setting['unpriced']);
}

const hasMode = ({ type }: ChannelView, mode: Mode): boolean => BY_TYPE.get(type)?.adapters[mode] !== undefined;
