import { describe, expect, it } from '@jest/globals';
import { atLeast, figure } from './figure.ts';
import type { Machine } from './machine.ts';
import { reportMarkdown, type Section, sectionText } from './report.ts';

const MACHINE: Machine = {
  cores: 2,
  cpu: 'a cpu',
  memoryGiB: 4,
  kernel: '6.1',
  node: 'v20.19.0',
  postgres: '18.4',
  fsyncP50Ms: 0.2,
  loadAverage: 0.1,
};
const RUN: Section = {
  name: 'Appends (`appends`)',
  how: 'One after the other.',
  notRun: undefined,
  figures: [
    figure('Appends', '9 events/s', { spread: { min: 8, median: 9, max: 10 }, goal: atLeast(9, 12, '12/s') }),
    figure('- events', '900'),
  ],
};
const NOT_RUN: Section = {
  name: 'Through Kafka (`feed`)',
  how: 'From the store.',
  notRun: 'there is no `java`',
  figures: [],
};

describe('a report of benchmarks', () => {
  it('has every figure, with its goal and whether it was met', () => {
    const report = reportMarkdown([RUN], MACHINE, ['BUSY'], '2026-11-22');
    expect(report).toContain('Machine: 2 cores (a cpu), 4 GiB');
    expect(report).toContain('**BUSY**');
    expect(report).toContain(
      '| Appends | 9 events/s | 8 / 9 / 10 | at least 12/s | NOT MET |\n| events | 900 |  |  |  |',
    );
  });

  it('names what was not run, and why', () => {
    const report = reportMarkdown([RUN, NOT_RUN], MACHINE, [], '2026-11-22');
    expect(report.slice(report.indexOf('## Through'))).toBe(
      '## Through Kafka (`feed`)\n\nFrom the store.\n\n**Not run: there is no `java`.**\n',
    );
    expect(sectionText(NOT_RUN)).toBe('\nThrough Kafka (`feed`)\n  NOT RUN: there is no `java`\n');
  });
});
