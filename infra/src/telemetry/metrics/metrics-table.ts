import { withTable } from '../../documents/table.ts';
import { CATALOGUE, type MetricSpec } from './catalogue.ts';

/** The document with the table of metrics as the catalogue has it now. Throws where the document has no place for it. */
export const withMetricsTable = (document: string): string =>
  withTable(document, {
    name: 'metrics',
    columns: ['metric', 'kind', 'labels', 'meaning'],
    rows: Object.entries<MetricSpec>(CATALOGUE).map(([name, { kind, labels, help }]) => [
      `\`${name}\``,
      kind,
      labels.join(', '),
      help,
    ]),
  });
