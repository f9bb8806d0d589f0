import { type Verifier } from '@ledgate/projections/seals/signed-note';
import type { Fault, Faults } from './faults.ts';
import { printable } from './printable.ts';

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
    key_changes: report.signers.map(({ size, by }) => ({ size, key: `${by.name}+${by.id}` })),
    warnings: warningsOf(report),
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
  const lines = [
    `${file}: ${verdictOf(report)}`,
    `  ${NAMES[what]} of ${origin ?? 'a ledger that it does not name'}: ${events} events, ${seals} seals that fit`,
    checkedSize === 0
      ? '  no key vouches for any of its events'
      : `  a key vouches for the events of the indexes before ${checkedSize}`,
    ...signers.map(({ size, by }) => `  sealed from size ${size} on by ${by.name}+${by.id}`),
    ...faults.listed.map((fault) => `  ${faultText(fault)}`),
  ];
  return linesText(lines);
}

/** What nobody vouches for may be anybody's. */
function verdictOf({ faults, checkedSize }: Report): string {
  if (faults.count > 0) return 'NOT true';
  return checkedSize === 0 ? 'not contradicted; nothing vouches for it' : 'true';
}

/** What is said beside the report for people. */
export const warningsText = (report: Report): string => linesText(warningsOf(report));

function warningsOf({ faults, warnings }: Report): readonly string[] {
  const more = faults.count - faults.listed.length;
  return more === 0 ? warnings : [...warnings, `${more} more faults are not listed`];
}

const linesText = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

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
