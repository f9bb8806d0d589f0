import type { Figure } from './figure.ts';
import { shown } from './figure.ts';
import type { Machine } from './machine.ts';
import { wrapped } from '../documents/wrapped.ts';
import type { Spread } from './statistics.ts';

/** `notRun`: why there are no figures. */
export type Section = {
  readonly name: string;
  readonly how: string;
  readonly notRun: string | undefined;
  readonly figures: readonly Figure[];
};

const verdict = ({ met }: Figure): string => (met === undefined ? '' : met ? 'met' : 'NOT MET');
const spreadText = (spread: Spread | undefined): string =>
  spread === undefined ? '' : `${shown(spread.min)} / ${shown(spread.median)} / ${shown(spread.max)}`;

export const machineText = (machine: Machine): string =>
  `${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Linux ${machine.kernel}, Node ${machine.node}, Postgres ${machine.postgres}, ` +
  `fsync p50 ${shown(machine.fsyncP50Ms)} ms, load average at start ${machine.loadAverage.toFixed(2)}`;

/** For a terminal. */
export function sectionText({ name, notRun, figures }: Section): string {
  if (notRun !== undefined) return `\n${name}\n  NOT RUN: ${notRun}\n`;
  const rows = figures.map((line) => [line.name, line.value, spreadText(line.spread), line.goal ?? '', verdict(line)]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return `\n${name}\n${rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n')}\n`;
}

const table = (figures: readonly Figure[]): readonly string[] => [
  '| figure | value | min / median / max | goal | |',
  '|---|---|---|---|---|',
  ...figures.map(
    (line) =>
      `| ${line.name.replace(/^- /, '')} | ${line.value} | ${spreadText(line.spread)} | ${line.goal ?? ''} | ${verdict(line)} |`,
  ),
];

const LOAD =
  'The load generator is a process of its own and shares the machine with what it measures, the upstream and Postgres; ' +
  'so CPU time a request, taken of the measured process alone, says more than requests a second. What is compared runs ' +
  'in turn (A B A B ...) after a warm-up; a ratio is the median of the ratios pair by pair, with the least and the ' +
  'greatest beside it.';

/** docs/benchmarks.md. */
export function reportMarkdown(
  sections: readonly Section[],
  machine: Machine,
  warnings: readonly string[],
  day: string,
): string {
  const parts = sections.map(({ name, how, notRun, figures }) =>
    [
      `## ${name}`,
      '',
      wrapped(how),
      '',
      ...(notRun === undefined ? table(figures) : [wrapped(`**Not run: ${notRun}.**`)]),
      '',
    ].join('\n'),
  );
  return `${[
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write`. `npm run bench -- NAME ...` runs some of them, `--quick` tries them with short runs.',
    '',
    wrapped(`Machine: ${machineText(machine)}. Date: ${day}.`),
    '',
    ...warnings.flatMap((warning) => [wrapped(`**${warning}**`), '']),
    wrapped(LOAD),
    '',
  ].join('\n')}\n${parts.join('\n')}`;
}
