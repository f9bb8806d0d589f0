import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/server/telemetry/metrics/catalogue.ts';
import { withMetricsList } from './metrics-list.ts';

const operations = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

describe('the list of metrics in docs/operations.md', () => {
  it('is what the catalogue says; otherwise run `npm run variables`', () => {
    expect(operations).toBe(withMetricsList(operations));
  });

  it('names every metric that an alert is written for', () => {
    const alerts = operations.slice(operations.indexOf('### What to alert on'));
    const named = [...alerts.matchAll(/\bledgate_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(CATALOGUE, name))).toEqual([]);
  });
});
