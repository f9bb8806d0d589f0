import { isJsonObject, parsedJson } from '../shared/json.ts';
import { channelTypeOf, type KeyShape } from './channel-types.ts';

/** One key for each line that is not empty; a type whose keys are JSON has one, which is never split. */
export const keysOf = (type: number, text: string): readonly string[] =>
  (hasJsonKey(type) ? [text] : text.split('\n')).map((line) => line.trim()).filter((line) => line !== '');

export const hasJsonKey = (type: number): boolean => channelTypeOf(type)?.keyShape === 'json';

/** `form`: the parts by their names; `line`: of the key, counted from 1 among those that are not empty. */
export type KeyFault =
  { readonly rule: 'key_json' } | { readonly rule: 'key_parts'; readonly form: string; readonly line: number };

/** What is wrong with the keys of a channel of this type, by its row; undefined: nothing. Whether they are good is known to their provider alone. */
export function keyFault(type: number, text: string): KeyFault | undefined {
  const shape = channelTypeOf(type)?.keyShape;
  if (shape === undefined || shape === 'plain') return undefined;
  const keys = keysOf(type, text);
  if (shape === 'json') return keys.every((key) => isJsonObject(parsedJson(key))) ? undefined : { rule: 'key_json' };
  const wrong = keys.findIndex((key) => partsOf(shape, key).some((part) => part === ''));
  return wrong < 0 ? undefined : { rule: 'key_parts', form: keyForm(shape), line: wrong + 1 };
}

type KeyInParts = Exclude<KeyShape, string>;

/** As it is written: `AccessKey|SecretKey|Region`. */
export const keyForm = ({ parts, separator }: KeyInParts): string => parts.join(separator);

/** One for each part that the shape names, in its order; '' for one that is missing. The last may hold the separator. */
export function partsOf({ parts, separator }: KeyInParts, key: string): readonly string[] {
  const given = key.split(separator);
  const last = parts.length - 1;
  return parts.map((_, index) => (index < last ? (given[index] ?? '') : given.slice(last).join(separator)).trim());
}
