/** A sound in a prompt counts so much at least, however short. */
const TOKENS_MIN = 100;
const TOKENS_PER_SECOND = 10;
/** Characters of base64 that hold three bytes. */
const CHARACTERS_OF_3_BYTES = 4;
/** A second has at least 1,000 bytes: 1,334 characters are at most 14 tokens. */
const CHARACTERS_PER_TOKEN_MIN = 100;
/** Bytes of a second where no header tells: of packed sound, and of 16 bits 24,000 times a second. */
const PACKED_BYTES_PER_SECOND = 4_000;
const PLAIN_BYTES_PER_SECOND = 48_000;
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set(['wav', 'pcm16']);
/** A WAV file's first characters, and where its bytes a second stand: four bytes from the 28th on, which characters 36 to 44 hold. */
const WAV_BEGINNING = 'UklGR';
const WAV_RATE_CHARACTERS = { from: 36, to: 44 };

/** The most tokens that a sound of so many characters of base64 can be. */
export const soundTokensBound = (characters: number): number =>
  Math.max(TOKENS_MIN, Math.ceil(characters / CHARACTERS_PER_TOKEN_MIN));

/**
 * Tokens of a sound in a prompt by its length: 10 a second, at least 100, never more than the bound. The bytes a second are those that a WAV file
 * states, else those that are usual for the format (`wav`, `pcm16`, or a packed one). `data` is base64.
 */
export function soundTokens(data: string, format: unknown): number {
  const bytes = (data.length / CHARACTERS_OF_3_BYTES) * 3;
  const seconds = bytes / (statedRate(data) ?? usualRate(format));
  return Math.min(soundTokensBound(data.length), Math.max(TOKENS_MIN, Math.ceil(seconds * TOKENS_PER_SECOND)));
}

/** Of sound that a model speaks, twice as many as of sound that it hears. */
const SPOKEN_TOKENS_PER_SECOND = 20;

/**
 * Tokens of a sound that a model has produced: so many `characters` of base64, which began with `beginning`. Where no WAV header tells its bytes a
 * second it is taken for plain sound, which is what streams carry: rather too few tokens than too many.
 */
export function spokenTokens(characters: number, beginning: string): number {
  const bytes = (characters / CHARACTERS_OF_3_BYTES) * 3;
  return Math.ceil((bytes / (statedRate(beginning) ?? PLAIN_BYTES_PER_SECOND)) * SPOKEN_TOKENS_PER_SECOND);
}

const usualRate = (format: unknown): number =>
  PLAIN_FORMATS.has(format) ? PLAIN_BYTES_PER_SECOND : PACKED_BYTES_PER_SECOND;

function statedRate(data: string): number | undefined {
  if (!data.startsWith(WAV_BEGINNING)) return undefined;
  const [b1 = 0, b2 = 0, b3 = 0, b4 = 0] = bytesOf(data.slice(WAV_RATE_CHARACTERS.from, WAV_RATE_CHARACTERS.to)).slice(
    1,
  );
  const rate = b1 + 0x100 * b2 + 0x1_0000 * b3 + 0x100_0000 * b4;
  return rate > 0 ? rate : undefined;
}

/** Nothing where the characters are no base64. */
function bytesOf(base64: string): readonly number[] {
  try {
    return [...atob(base64)].map((character) => character.charCodeAt(0));
  } catch {
    return [];
  }
}
