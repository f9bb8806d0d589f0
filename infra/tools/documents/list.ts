import { wrapped } from './wrapped.ts';

/** A list of a document that is written from the program: it stands between a line that names it and one that ends it. */
type WrittenList = {
  readonly name: string;
  readonly entries: readonly WrittenEntry[];
};

/** `- TERM (ASIDE): MEANING`; an empty aside is left out. */
export type WrittenEntry = { readonly term: string; readonly aside: string; readonly meaning: string };

/** The document with the list as it is now. Throws where the document has no place for it. */
export function withList(document: string, { name, entries }: WrittenList): string {
  const [begin, end] = [`<!-- ${name}: written by \`npm run variables\` -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the document has no lines ${begin} and ${end}`);
  const lines = entries.map(({ term, aside, meaning }) =>
    wrapped(`- ${term}${aside === '' ? '' : ` (${aside})`}: ${meaning}`, '  '),
  );
  return `${document.slice(0, from)}${begin}\n${lines.join('\n')}\n${document.slice(to)}`;
}
