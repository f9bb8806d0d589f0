import { type Verifier } from '@ledgate/projections/seals/signed-note';
import type { Fault, Faults } from './faults.ts';

/** What an audit of a file has found. */
export type Report = {
  readonly what: 'events' | 'bundle' | 'receipt';
  readonly file: string;
  readonly origin: string | null;
  /** Leaves. */
  readonly events: number;
  /** Signed ones that fit. */
  readonly seals: number;
  /** Up to which size a key that was given vouches for the events; 0: for none. */
  readonly checkedSize: number;
  readonly faults: Faults;
  /** From which size on seals are by which key. */
  readonly signers: readonly { readonly size: number; readonly by: Verifier }[];
  /** What is not wrong and yet not shown to be right. */
  readonly warnings: readonly string[];
};

/** The one object that `--json` writes (docs/exports.md#audit). */
export const reportJson = (report: Report): string =>
  `${JSON.stringify({
    ok: report.faults.count === 0,
    file: report.file,
    origin: report.origin,
    events: report.events,
    seals: report.seals,
    checked_size: report.checkedSize,
    faults: report.faults.listed.map(faultJson),
  })}\n`;

function faultJson({ kind, place, ...others }: Fault): object {
  if (place === undefined) return { kind, ...others };
  return 'index' in place
    ? { kind, index: place.index, ...others }
    : { kind, from_index: place.from, to_index: place.before, ...others };
}

/** For people. */
export function reportText(report: Report): string {
  const { what, file, origin, events, seals, checkedSize, faults, signers } = report;
  const isTrue = faults.count === 0;
  const lines = [
    `${file}: ${isTrue ? 'true' : 'NOT true'}`,
    `  ${NAMES[what]} of ${origin ?? 'a ledger that it does not name'}: ${events} events, ${seals} seals that fit`,
    checkedSize === 0
      ? '  no key vouches for any of its events'
      : `  a key vouches for the events of the indexes before ${checkedSize}`,
    ...signers.map(({ size, by }) => `  sealed from size ${size} on by ${by.name}+${by.id}`),
    ...faults.listed.map((fault) => `  ${faultText(fault)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** What is said beside both forms of the report. */
export function warningsText({ faults, warnings }: Report): string {
  const more = faults.count - faults.listed.length;
  const all = more === 0 ? warnings : [...warnings, `${more} more faults are not listed`];
  return all.map((warning) => `${warning}\n`).join('');
}

const NAMES = { events: 'events export', bundle: 'bundle', receipt: 'receipt' } as const;

function faultText({ kind, place, position, file, expected, seen }: Fault): string {
  const where = [
    ...(file === undefined ? [] : [`in ${file}`]),
    ...(place === undefined
      ? []
      : ['index' in place ? `at index ${place.index}` : `between the indexes ${place.from} and ${place.before}`]),
    ...(position === undefined ? [] : [`(position ${position})`]),
  ];
  const told =
    expected === undefined && seen === undefined
      ? ''
      : `: ${expected ?? 'another'} expected, ${seen ?? 'nothing'} seen`;
  return `${[kind, ...where].join(' ')}${told}`;
}
