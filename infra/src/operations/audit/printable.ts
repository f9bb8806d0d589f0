/** What a terminal takes for more than a letter: controls, ends of lines and what turns the direction of writing. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of a file on one line, so that it cannot pass for a line of ours. */
export const printable = (text: string): string =>
  text.replaceAll(CONTROLS, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ''}}`);
