import { LRUCache } from 'lru-cache';
import { SHORT_LIVED_KEYS_MAX } from '../limits.ts';

const MASK = '***';
/** Characters of a key that, quoted one after the other, give it away. */
const PART_CHARACTERS = 12;
/** A key shorter than this is a word (`none`, `ollama`): masking it would make errors unreadable and protect nothing. */
const KEY_CHARACTERS_MIN = 6;
/** What many keys begin with: it gives nobody away. */
const SHARED_PREFIX = /^(?:sk-(?:proj-|svcacct-|admin-|ant-[a-z]+\d*-|or-v\d+-)?|AIza|gsk_|xai-|pplx-|Bearer )/;
const PEM_LINES = /-----[A-Z ]+-----|\s/g;
/** Characters of a text that are looked through; what is behind is left out. */
const TEXT_CHARACTERS_MAX = 64 * 1024;

/** Takes what a channel's key is made of out of texts that callers or operators read. */
export type Mask = (text: string) => string;

/**
 * Masks the key, and each part of it of 12 characters or more, and so what goes up in its place (alsoMask). Of a key in JSON its `private_key` is the
 * secret, without the lines around it. A text without any of it is answered as it is.
 */
export function maskOf(key: string): Mask {
  const known = masks.get(key);
  if (known !== undefined) return known;
  const secrets = [...secretsOf(key), ...(inPlaceOf.get(key) ?? [])].map(secretOf);
  const mask: Mask = (text) => (text === '' ? text : secrets.reduce(withoutSecret, text.slice(0, TEXT_CHARACTERS_MAX)));
  if (masks.size >= MASKS_MAX) masks.clear();
  masks.set(key, mask);
  return mask;
}

/**
 * What was given or made for a channel's own key, and goes up in its place: masks of that key made from now on take it out too. The newest few of a key
 * are known.
 */
export function alsoMask(key: string, inPlace: string): void {
  const known = inPlaceOf.get(key) ?? [];
  if (inPlace.length < KEY_CHARACTERS_MIN || known.includes(inPlace)) return;
  inPlaceOf.set(key, [...known.slice(1 - IN_PLACE_MAX), inPlace]);
  masks.delete(key);
}

/** JSON with the key taken out of each text in it. A text that is only longer than what is looked through stays whole. */
export function maskedTexts(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return maskedText(value, mask);
  if (Array.isArray(value)) return value.map((entry) => maskedTexts(entry, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, maskedTexts(entry, mask)]));
}

/** An event of a stream that is no JSON: line by line, so that it stays one event. As it came where there is no key in it. */
export function maskedLines(event: Buffer, mask: Mask): Buffer {
  const text = event.toString('utf8');
  const masked = text
    .split('\n')
    .map((line) => maskedText(line, mask))
    .join('\n');
  return masked === text ? event : Buffer.from(masked);
}

function maskedText(text: string, mask: Mask): string {
  const masked = mask(text);
  return text.startsWith(masked) ? text : masked;
}

/** Made once a key: each attempt is noted through one. A Map that is emptied, and no `lru-cache`: a plain chat asks it, and few keys are ever in use. */
const masks = new Map<string, Mask>();
const MASKS_MAX = 1_000;
const inPlaceOf = new LRUCache<string, readonly string[]>({ max: SHORT_LIVED_KEYS_MAX });
/** Of one key: what calls that still run went up with, and what came after it. */
const IN_PLACE_MAX = 4;

/** `parts`: every run of 12 characters in it; undefined where it is shorter and counts as a whole. `bits`: every run of 6. */
type Secret = {
  readonly whole: string;
  readonly parts: ReadonlySet<string> | undefined;
  readonly bits: ReadonlySet<string>;
};

const secretOf = (whole: string): Secret => ({
  whole,
  parts: whole.length > PART_CHARACTERS ? runsOf(whole, PART_CHARACTERS) : undefined,
  bits: runsOf(whole, BIT_CHARACTERS),
});

/** Of 12 characters in a row, 6 from each place that is a multiple of 6 are among them: a text without any of a secret is known by a sixth of its places. */
const BIT_CHARACTERS = PART_CHARACTERS / 2;

function mayQuote(text: string, bits: ReadonlySet<string>): boolean {
  for (let at = 0; at + BIT_CHARACTERS <= text.length; at += BIT_CHARACTERS)
    if (bits.has(text.slice(at, at + BIT_CHARACTERS))) return true;
  return false;
}

function secretsOf(key: string): readonly string[] {
  return key.trimStart().startsWith('{')
    ? privateKeyOf(key)
    : key
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.length >= KEY_CHARACTERS_MIN)
        .map((line) => (line.length >= PART_CHARACTERS ? line.replace(SHARED_PREFIX, '') : line));
}

function privateKeyOf(json: string): readonly string[] {
  try {
    const { private_key: privateKey } = JSON.parse(json) as { private_key?: unknown };
    // Each line of it, since a text may have its line ends in any spelling.
    return typeof privateKey === 'string'
      ? privateKey
          .split(/\\n|\n/)
          .map((line) => line.replaceAll(PEM_LINES, ''))
          .filter((line) => line.length >= KEY_CHARACTERS_MIN)
      : [];
  } catch {
    return [json];
  }
}

function withoutSecret(text: string, { whole, parts, bits }: Secret): string {
  if (parts === undefined) return whole === '' ? text : text.replaceAll(whole, MASK);
  if (!mayQuote(text, bits)) return text;
  let masked = '';
  let kept = 0;
  for (let at = 0; at + PART_CHARACTERS <= text.length;) {
    if (!parts.has(text.slice(at, at + PART_CHARACTERS))) {
      at += 1;
      continue;
    }
    let end = at + PART_CHARACTERS;
    while (end < text.length && parts.has(text.slice(end - PART_CHARACTERS + 1, end + 1))) end += 1;
    masked += text.slice(kept, at) + MASK;
    kept = end;
    at = end;
  }
  return kept === 0 ? text : masked + text.slice(kept);
}

function runsOf(secret: string, characters: number): ReadonlySet<string> {
  const runs = new Set<string>();
  for (let at = 0; at + characters <= secret.length; at += 1) runs.add(secret.slice(at, at + characters));
  return runs;
}
