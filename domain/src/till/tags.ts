/** What a caller has put on his calls so that they can be told apart later (docs/behaviour.md#attribution): values by name. */
export type Tags = Readonly<Record<string, string>>;

/** Of a call; further ones are dropped. */
export const TAGS_MAX = 8;
/** Of a tag's name, and of its value. */
export const TAG_PART_CHARACTERS_MAX = 64;
const TAG_PART = new RegExp(`^[A-Za-z0-9._:/-]{1,${TAG_PART_CHARACTERS_MAX}}$`, 'u');
/** A name that no event can hold: JSON's readers leave it out. */
const UNHOLDABLE = '__proto__';

export const isTagValue = (text: unknown): text is string => typeof text === 'string' && TAG_PART.test(text);
export const isTagName = (text: unknown): text is string => isTagValue(text) && text !== UNHOLDABLE;

/** `name=value`: no part of a tag can hold `=`. */
export const tagText = (name: string, value: string): string => `${name}=${value}`;

export const tagTexts = (tags: Tags): readonly string[] =>
  Object.entries(tags).map(([name, value]) => tagText(name, value));

/** Whether a text is `name=value` of a tag as one may be. */
export function isTagText(text: string): boolean {
  const at = text.indexOf('=');
  return at > 0 && isTagName(text.slice(0, at)) && isTagValue(text.slice(at + 1));
}
