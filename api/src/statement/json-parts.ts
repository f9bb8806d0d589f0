import type { Filed } from './filed.ts';

/** The data of the call without a file, with all entries. */
export async function* jsonParts({ head, figures, pages }: Filed): AsyncGenerator<string> {
  // All but the closing brace, behind which the entries go on.
  yield `${JSON.stringify({ ...head, ...figures }).slice(0, -1)},"entries":[`;
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const texts = page.map(({ atMs: _atMs, quotaPerUnit: _quotaPerUnit, ...entry }) => JSON.stringify(entry));
    yield `${isFirst ? '' : ',\n'}${texts.join(',\n')}`;
    isFirst = false;
  }
  yield '],"next":null}\n';
}
