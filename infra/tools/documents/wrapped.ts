/** Width of what the program writes into documents, in characters. */
const WIDTH = 120;
/** Words, and `code` of several words, which stays on one line. */
const UNITS = /(?:[^\s`]*`[^`]*`[^\s`]*)+|\S+/g;
/** What would begin a list, a heading or a quotation at the beginning of a line. */
const MARKS = /^(?:[-+*>]|#+|\d+[.)])$/;

/** A paragraph of Markdown in lines of at most 120 characters, where no word is longer; all but the first begin with `indent`. */
export function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const unit of text.match(UNITS) ?? []) {
    const longer = line === '' ? unit : `${line} ${unit}`;
    const fits = [...longer].length <= WIDTH || line === '' || MARKS.test(unit);
    if (!fits) lines.push(line);
    line = fits ? longer : `${indent}${unit}`;
  }
  return [...lines, line].join('\n');
}
