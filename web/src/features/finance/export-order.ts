import type { ExportOrderBody } from '@ledgate/api/contract/finance-export';
import { type ExportFormat, type ExportLayout, PLAIN_TEXT } from '@ledgate/domain/catalogue/export-layouts';
import { periodIn } from '@ledgate/domain/shared/periods';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { FieldErrors } from '../../shared/ui/use-form.ts';
import type { exportsTexts } from './exports-texts.ts';

/** An order as it is typed. */
export type ExportValues = {
  readonly layout: ExportLayout;
  readonly format: ExportFormat;
  /** `2026-11-28`, both inclusive; '': no bound. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly user: string;
  readonly token: string;
  readonly channel: string;
  readonly group: string;
  readonly model: string;
  readonly names: boolean;
  readonly raw: boolean;
  /** Summed by day. */
  readonly daily: boolean;
};

const WHOLE = /^[1-9]\d{0,14}$/u;
const DAY = /^\d{4}-\d\d-\d\d$/u;

/** What an order is called in the call where that is another name than in the form. */
export const SENT_AS = {
  from: 'start',
  to: 'end',
  user: 'user_id',
  token: 'token_id',
  channel: 'channel_id',
  raw: 'raw_text',
  daily: 'detail',
} as const;

/** Unix seconds of a local day; undefined where there is no such day. */
function dayOf(text: string, zone: string): { readonly startS: number; readonly endS: number } | undefined {
  const found = DAY.test(text.trim()) ? periodIn(text.trim(), zone) : undefined;
  return found === undefined || 'fault' in found ? undefined : found;
}

/** What is wrong with it, by field. */
export function exportFaults(values: ExportValues, own: (typeof exportsTexts)['en']): FieldErrors<ExportValues> {
  const zone = values.zone.trim();
  if (!isZone(zone)) return { zone: own.zoneWrong };
  const [from, to] = [dayOf(values.from, zone), dayOf(values.to, zone)];
  const whole = (text: string): string | undefined =>
    text.trim() === '' || WHOLE.test(text.trim()) ? undefined : own.numberWrong;
  const isTurned = from !== undefined && to !== undefined && to.endS <= from.startS;
  return {
    from: values.from.trim() !== '' && from === undefined ? own.dayWrong : undefined,
    to: values.to.trim() !== '' && to === undefined ? own.dayWrong : isTurned ? own.daysTurned : undefined,
    user: whole(values.user),
    token: whole(values.token),
    channel: whole(values.channel),
  };
}

/** What is sent of an order without faults. Events stand there all of them, in a form that has no names; plain-text accounting has none either. */
export function exportBody(values: ExportValues): ExportOrderBody {
  const { layout, format } = values;
  const zone = values.zone.trim();
  const [from, to] = [dayOf(values.from, zone), dayOf(values.to, zone)];
  const order = {
    layout,
    format,
    zone,
    ...(from === undefined ? {} : { start: from.startS }),
    ...(to === undefined ? {} : { end: to.endS }),
  };
  if (layout === 'events') return order;
  const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
  const word = (text: string): string | undefined => text.trim() || undefined;
  return {
    ...order,
    user_id: number(values.user),
    token_id: number(values.token),
    channel_id: number(values.channel),
    group: word(values.group),
    model: word(values.model),
    ...(PLAIN_TEXT.includes(format) ? (values.daily ? { detail: 'day' } : {}) : { names: values.names }),
    ...(format === 'csv' ? { raw_text: values.raw } : {}),
  };
}
