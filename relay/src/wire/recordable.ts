/** What no read model can keep: NUL, and half of a surrogate pair. */
const LOST = /[\0\p{Cs}]/u;
const EVERY_LOST = /[\0\p{Cs}]/gu;

/** Whether a text may go into an event as it is: at most `charactersMax` characters (UTF-16 units), each of which every store and read model can keep. */
export const isRecordable = (text: string, charactersMax: number): boolean =>
  text.length <= charactersMax && !LOST.test(text);

/** The beginning of a text that is only told of, such as an upstream's word, with U+FFFD for what cannot be kept. */
export function recordable(text: string, charactersMax: number): string {
  const beginning = text.slice(0, charactersMax);
  return LOST.test(beginning) ? beginning.replace(EVERY_LOST, '\ufffd') : beginning;
}
