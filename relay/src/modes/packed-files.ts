import { isObject, type JsonObject } from '../wire/json.ts';
import { contextTokens } from './claude-context.ts';

/** The most that a model of another provider is taken to read at a time. */
const OTHERS_TOKENS = 1_048_576;

/** Some content is a file, by its data or its id: what it holds is not looked into, since a few bytes may be a thousand pages. */
export const hasPackedFiles = (messages: readonly JsonObject[]): boolean =>
  messages.some(({ content }) => Array.isArray(content) && (content as unknown[]).some(isPackedFile));

const isPackedFile = (part: unknown): boolean =>
  isObject(part) && (part['type'] === 'file' || part['file'] !== undefined || part['file_id'] !== undefined);

/** The most tokens of a prompt of which a part is not seen: what the model reads at a time. */
export const unseenTokensMax = (model: string): number =>
  model.startsWith('claude-') ? contextTokens(model) : OTHERS_TOKENS;
