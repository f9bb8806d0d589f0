/** A table of a document that is written from the program: it stands between a line that names it and one that ends it. */
export type WrittenTable = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The document with the table as it is now. Throws where the document has no place for it. */
export function withTable(document: string, { name, columns, rows }: WrittenTable): string {
  const [begin, end] = [`<!-- ${name}: written by \`npm run variables\` -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the document has no lines ${begin} and ${end}`);
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells, line) =>
    line === 1 ? `|${cells.join('|')}|\n` : `| ${cells.join(' | ')} |\n`,
  );
  return `${document.slice(0, from)}${begin}\n${lines.join('')}${document.slice(to)}`;
}
