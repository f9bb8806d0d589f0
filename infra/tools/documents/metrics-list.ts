import { withList } from './list.ts';
import { CATALOGUE, type MetricSpec } from '../../src/server/telemetry/metrics/catalogue.ts';

/** The document with the list of metrics as the catalogue has it now. Throws where the document has no place for it. */
export const withMetricsList = (document: string): string =>
  withList(document, {
    name: 'metrics',
    entries: Object.entries<MetricSpec>(CATALOGUE).map(([name, { kind, labels, help }]) => ({
      term: `\`${name}\``,
      aside: labels.length === 0 ? kind : `${kind} by ${labels.join(', ')}`,
      meaning: help,
    })),
  });
