import {
  EXPORT_FORMATS,
  EXPORT_LAYOUTS,
  type ExportFormat,
  type ExportLayout,
  FORMATS_OF,
  PLAIN_TEXT,
} from '@ledgate/domain/catalogue/export-layouts';
import { EVENT_SCHEMAS } from '@ledgate/domain/events/schema-numbers';
import { periodIn } from '@ledgate/domain/shared/periods';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { ExportOrder } from './order.ts';

/** What somebody asks for, as his call or command says it; '' and 0 as if left out. */
type AskedExport = {
  readonly layout: string;
  readonly format: string;
  /** Unix seconds. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** In place of both: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` in the zone. */
  readonly period?: string | undefined;
  readonly zone?: string | undefined;
  readonly userId?: number | undefined;
  readonly tokenId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly group?: string | undefined;
  readonly model?: string | undefined;
  readonly type?: string | undefined;
  readonly names?: boolean | undefined;
  readonly rawText?: boolean | undefined;
  readonly detail?: string | undefined;
};

/** Why it can be no order, and where: the field as AskedExport has it. `choices`: what there is instead. */
export type ExportFault =
  | { readonly code: 'layout_unknown'; readonly field: 'layout'; readonly choices: string }
  | { readonly code: 'format_unknown'; readonly field: 'format'; readonly choices: string }
  | { readonly code: 'zone_unknown'; readonly field: 'zone' }
  | { readonly code: 'period_or_range' | 'period_invalid'; readonly field: 'period' }
  | { readonly code: 'range_invalid'; readonly field: 'end' }
  | { readonly code: 'filter_unknown'; readonly field: keyof AskedExport; readonly choices: string };

/** An order but for what the ledger is asked, and for what its caller may see. */
export type PlainOrder = Omit<ExportOrder, 'position' | 'audit'>;

const UTC = 'UTC';
const FILTERS = ['userId', 'tokenId', 'channelId', 'group', 'model', 'type'] as const;

/** Asks nobody: whether what a filter names is there, and how far the ledger is, is for the caller to see. */
export function plainOrderOf(asked: AskedExport): { readonly order: PlainOrder } | { readonly fault: ExportFault } {
  const { layout, format, names = true, rawText = false } = asked;
  if (!isLayout(layout))
    return { fault: { code: 'layout_unknown', field: 'layout', choices: EXPORT_LAYOUTS.join(', ') } };
  if (!isFormat(format) || !FORMATS_OF[layout].includes(format))
    return { fault: { code: 'format_unknown', field: 'format', choices: FORMATS_OF[layout].join(', ') } };
  const zone = stated(asked.zone) ?? UTC;
  if (!isZone(zone)) return { fault: { code: 'zone_unknown', field: 'zone' } };
  const range = rangeOf(asked, zone);
  if ('fault' in range) return range;
  const filter = filterOf(asked, layout);
  if ('fault' in filter) return filter;
  const detail = stated(asked.detail);
  const isSummed = PLAIN_TEXT.includes(format);
  if (detail !== undefined && (detail !== 'day' || !isSummed))
    return { fault: { code: 'filter_unknown', field: 'detail', choices: isSummed ? 'day' : '' } };
  return { order: { ...filter, layout, format, range, zone, names, rawText, detail } };
}

const isLayout = (text: string): text is ExportLayout => (EXPORT_LAYOUTS as readonly string[]).includes(text);
const isFormat = (text: string): text is ExportFormat => (EXPORT_FORMATS as readonly string[]).includes(text);

const stated = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
};

function rangeOf(
  { start = 0, end = 0, period: named }: AskedExport,
  zone: string,
): PlainOrder['range'] | { readonly fault: ExportFault } {
  const period = stated(named);
  if (period === undefined)
    return end !== 0 && end <= start
      ? { fault: { code: 'range_invalid', field: 'end' } }
      : { fromS: start, toS: end === 0 ? undefined : end };
  if (start !== 0 || end !== 0) return { fault: { code: 'period_or_range', field: 'period' } };
  const found = periodIn(period, zone);
  return 'fault' in found
    ? { fault: { code: 'period_invalid', field: 'period' } }
    : { fromS: found.startS, toS: found.endS };
}

function filterOf(
  { userId = 0, tokenId = 0, channelId = 0, group, model, type }: AskedExport,
  layout: ExportLayout,
): Pick<PlainOrder, (typeof FILTERS)[number]> | { readonly fault: ExportFault } {
  const filter = {
    userId: userId === 0 ? undefined : userId,
    tokenId: tokenId === 0 ? undefined : tokenId,
    channelId: channelId === 0 ? undefined : channelId,
    group: stated(group),
    model: stated(model),
    type: stated(type),
  };
  // An event that is left out would be one that is missing: its lines prove that there is none.
  const refused = layout === 'events' ? FILTERS.find((name) => filter[name] !== undefined) : undefined;
  if (refused !== undefined) return { fault: { code: 'filter_unknown', field: refused, choices: '' } };
  if (filter.type !== undefined && !Object.hasOwn(EVENT_SCHEMAS, filter.type))
    return { fault: { code: 'filter_unknown', field: 'type', choices: Object.keys(EVENT_SCHEMAS).join(', ') } };
  return filter;
}
