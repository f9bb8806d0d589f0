import { parseArgs } from 'node:util';
import { EXPORT_FORMATS, EXPORT_LAYOUTS, PLAIN_TEXT } from '@ledgate/domain/catalogue/export-layouts';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { type ExportFault, type PlainOrder, plainOrderOf } from '@ledgate/projections/exports/asked-export';

const EXPORT_USAGE = `npm run export -- LAYOUT --format FORMAT --out FILE     writes what the ledger holds to FILE
  LAYOUT: ${EXPORT_LAYOUTS.join(', ')}
  FORMAT: ${EXPORT_FORMATS.join(', ')}; of events jsonl alone, ${PLAIN_TEXT.join(' and ')} of journal alone
  --start SECONDS --end SECONDS     Unix seconds, from start (inclusive) to end (exclusive)
  --period P                        in place of both: YYYY, YYYY-MM or YYYY-MM-DD, in the zone
  --zone Z                          IANA, as Europe/Berlin; UTC where left out
  --position N                      what it sees of the ledger: up to this position; the head where left out
  --user ID                         of one user alone
  --no-names                        without the columns of names, which can change
  --raw-text                        leaves texts in CSV as they are that a spreadsheet would take for a formula
  --detail day                      the journal for ${PLAIN_TEXT.join(' and ')}, summed by day and account
  --resume                          goes on from what an interrupted command left beside FILE`;

/** What the command was asked for. */
export type ExportParameters = {
  readonly order: PlainOrder & { readonly userId?: UserId | undefined };
  /** undefined: the head. */
  readonly position: Position | undefined;
  readonly out: string;
  readonly resume: boolean;
};

/** It was called in a way that it cannot do: exit code 2, and nothing is written. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}

/** By `process.argv` behind the command's name. Throws ExportRefused. */
export function exportParametersOf(args: readonly string[]): ExportParameters {
  const { values, positionals } = parsed(args);
  const [layout, ...more] = positionals;
  if (layout === undefined) throw new ExportRefused(EXPORT_USAGE);
  if (more.length > 0) throw new ExportRefused(`${more[0]} is one layout too many\n${EXPORT_USAGE}`);
  const { format, out, period, zone, detail, resume } = values;
  if (format === undefined) throw new ExportRefused(`--format is missing\n${EXPORT_USAGE}`);
  if (out === undefined || out === '') throw new ExportRefused(`--out is missing\n${EXPORT_USAGE}`);
  const plain = plainOrderOf({
    layout,
    format,
    start: wholeOf('start', values.start),
    end: wholeOf('end', values.end),
    period,
    zone,
    userId: userOf(values.user),
    names: !values['no-names'],
    rawText: values['raw-text'],
    detail,
  });
  if ('fault' in plain) throw new ExportRefused(faultText(plain.fault));
  return {
    order: plain.order as ExportParameters['order'],
    position: wholeOf('position', values.position) as Position | undefined,
    out,
    resume,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        start: { type: 'string' },
        end: { type: 'string' },
        period: { type: 'string' },
        zone: { type: 'string' },
        position: { type: 'string' },
        user: { type: 'string' },
        'no-names': { type: 'boolean', default: false },
        'raw-text': { type: 'boolean', default: false },
        detail: { type: 'string' },
        out: { type: 'string' },
        resume: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new ExportRefused(`${error instanceof Error ? error.message : String(error)}\n${EXPORT_USAGE}`);
  }
}

function wholeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new ExportRefused(`--${option} ${text}: a whole number is meant`);
  return value;
}

/** Nobody is called 0, which would mean everybody. */
function userOf(text: string | undefined): number | undefined {
  const user = wholeOf('user', text);
  if (user === 0) throw new ExportRefused('user_missing (--user): there is no user 0');
  return user;
}

/** With its code, as the API has it (docs/openapi.json), and the parameter. */
function faultText(fault: ExportFault): string {
  switch (fault.code) {
    case 'layout_unknown':
      return `layout_unknown (LAYOUT): there are ${fault.choices}`;
    case 'format_unknown':
      return `format_unknown (--format): this layout is had as ${fault.choices}`;
    case 'zone_unknown':
      return 'zone_unknown (--zone): zones have names like UTC or Europe/Berlin';
    case 'period_or_range':
      return 'period_or_range (--period): a period stands in the place of a start and an end';
    case 'period_invalid':
      return 'period_invalid (--period): a period is YYYY, YYYY-MM or YYYY-MM-DD';
    case 'range_invalid':
      return 'range_invalid (--end): the end must be behind the start';
    default:
      return `filter_unknown (--${OPTION_OF[fault.field] ?? fault.field}): ${
        fault.choices === '' ? 'this layout and format know none' : `there are ${fault.choices}`
      }`;
  }
}

/** The command's names of what is called otherwise in an order. */
const OPTION_OF: Readonly<Partial<Record<ExportFault['field'], string>>> = { userId: 'user' };
