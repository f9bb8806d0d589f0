import { moneyText } from '@ledgate/domain/shared/money-text';
import { zoneClock } from '@ledgate/domain/shared/zone-clock';
import { escaped } from '../http/escaped.ts';
import type { Filed, FiledEntry } from './filed.ts';
import { HTML_TEXTS, type HtmlTexts } from './html-texts.ts';

/** A page for A4: nothing on it runs or comes from elsewhere. A day's head stays with what follows it, and a line is not torn. */
const STYLE = `
@page{size:A4;margin:18mm 14mm 20mm;@bottom-right{content:counter(page) " / " counter(pages);font:9pt system-ui,sans-serif}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:182mm;padding:8px;color:#14201e;background:#fff;font:10pt/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:18pt;margin:0 0 2mm}h2{font-size:12pt;margin:8mm 0 2mm;break-after:avoid}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 6mm;margin:0}dt{color:#55625f}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}th,td{padding:1mm 2mm;text-align:start;vertical-align:top;overflow-wrap:anywhere}
thead{display:table-header-group}thead th{border-bottom:1px solid #55625f;color:#55625f;font-weight:500}
tr{break-inside:avoid}td{border-bottom:1px solid #dce3e1}.n{text-align:end;white-space:nowrap}.t{white-space:nowrap}
.d th{padding-top:4mm;border-bottom:1px solid #55625f}.d{break-after:avoid}.e td{font-weight:600}
.m{display:inline-block;border:1px solid #8a5a00;border-radius:2px;padding:0 1mm;color:#8a5a00;font-size:8pt}
@media(max-width:600px){table{font-size:9pt}}
@media print{body{max-width:none;padding:0}}
`;

/** What stands above the entries, a part for each page of them, and the end. */
export async function* htmlParts({ of, figures, language, issuer, nowMs, pages }: Filed): AsyncGenerator<string> {
  const texts = HTML_TEXTS[language];
  const clock = clockIn(figures.zone);
  const title = `${texts.title} · ${accountText(of, texts)}`;
  yield (
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>\n` +
    `<h1>${escaped(texts.title)}</h1>\n<dl>${facts([
      [texts.issuer, issuer],
      [texts.account, accountText(of, texts)],
      [texts.range, `${figures.start === 0 ? texts.beginning : clock(figures.start)} – ${clock(figures.end)}`],
      [texts.zone, figures.zone],
      [texts.position, texts.positionOf(figures.position, figures.index)],
      [texts.made, clock(Math.floor(nowMs / 1_000))],
    ])}</dl>\n` +
    `<h2>${escaped(texts.sums)}</h2>\n${table(texts, [
      [texts.opening, figures.money.opening, figures.opening],
      [texts.credits, figures.money.credits, figures.credits],
      [texts.charges, figures.money.charges, figures.charges],
      [texts.refunds, figures.money.refunds, figures.refunds],
      [texts.adjustments, figures.money.adjustments, figures.adjustments],
      [texts.closing, figures.money.closing, figures.closing],
    ])}` +
    groups(figures, texts)
  );
  yield (
    `<h2>${escaped(texts.entries)}</h2>\n<table><thead><tr><th class="t">${escaped(texts.time)}</th><th>${escaped(texts.entry)}</th>` +
    `<th class="n">${escaped(texts.amount)}</th><th class="n">${escaped(texts.balance)}</th></tr></thead><tbody>\n` +
    edge(texts.opening, figures.money.opening)
  );
  const late = new Set(figures.late.map(({ position }) => position));
  let day = '';
  for await (const page of pages) {
    let text = '';
    for (const entry of page) {
      if (entry.day !== day) text += `<tr class="d"><th colspan="4" scope="rowgroup">${entry.day}</th></tr>\n`;
      day = entry.day;
      text += row(entry, clock(Math.floor(entry.atMs / 1_000)), late.has(entry.position) ? texts.late : '');
    }
    yield text;
  }
  yield `${edge(texts.closing, figures.money.closing)}</tbody></table>\n${reopened(figures, texts, clock)}</body></html>\n`;
}

const DAY_CHARACTERS = 'YYYY-MM-DD'.length;

/** `2026-11-28 17:45:00`, as clocks of the zone show it; Unix seconds. */
function clockIn(zone: string): (atS: number) => string {
  const { wall } = zoneClock(zone);
  return (atS) => wall(atS).toISOString().slice(0, 19).replace('T', ' ');
}

const facts = (rows: readonly (readonly [name: string, text: string])[]): string =>
  rows.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`).join('');

function table(texts: HtmlTexts, rows: readonly (readonly [name: string, money: string, units: number])[]): string {
  const lines = rows.map(
    ([name, money, units]) =>
      `<tr><td>${escaped(name)}</td><td class="n">${money}</td><td class="n">${units.toLocaleString('en-US')}</td></tr>\n`,
  );
  return `<table><thead><tr><th></th><th class="n">USD</th><th class="n">${escaped(texts.units)}</th></tr></thead><tbody>\n${lines.join('')}</tbody></table>\n`;
}

function groups(figures: Filed['figures'], texts: HtmlTexts): string {
  const unit = figures.money.quota_per_unit;
  const group = (title: string, rows: readonly (readonly [name: string, units: number])[]): string =>
    rows.length === 0
      ? ''
      : `<h2>${escaped(title)}</h2>\n${table(
          texts,
          rows.map(([name, units]) => [name, moneyText(units, unit), units]),
        )}`;
  return [
    group(
      texts.creditsByKind,
      figures.credits_by_kind.map(({ kind, amount }) => [texts.kinds[kind], amount]),
    ),
    group(
      texts.byModel,
      figures.charges_by_model.map(({ model, amount }) => [
        model === '' ? texts.noModel : (model ?? texts.others),
        amount,
      ]),
    ),
    group(
      texts.byToken,
      figures.charges_by_token.map(({ token_id: id, name, amount }) => [
        id === 0 ? texts.noToken : id === null ? texts.others : name === '' ? String(id) : name,
        amount,
      ]),
    ),
    group(
      texts.byDay,
      figures.charges_by_day.map(({ day, amount }) => [day, amount]),
    ),
  ].join('');
}

const edge = (name: string, money: string): string =>
  `<tr class="e"><td></td><td>${escaped(name)}</td><td></td><td class="n">${money}</td></tr>\n`;

/** @param time its own; where that is not of the day in which it counts, with its date */
function row({ text, amount, balance, quotaPerUnit, day }: FiledEntry, time: string, mark: string): string {
  const shown = day !== '' && time.startsWith(day) ? time.slice(DAY_CHARACTERS + 1) : time;
  return (
    `<tr><td class="t">${shown}</td><td>${escaped(text)}${mark === '' ? '' : ` <span class="m">${escaped(mark)}</span>`}</td>` +
    `<td class="n">${moneyText(amount, quotaPerUnit)}</td><td class="n">${moneyText(balance, quotaPerUnit)}</td></tr>\n`
  );
}

const reopened = (figures: Filed['figures'], texts: HtmlTexts, clock: (atS: number) => string): string =>
  figures.reopened.length === 0
    ? ''
    : `<h2>${escaped(texts.reopened)}</h2>\n<dl>${facts(
        figures.reopened.map(({ period_id: id, at, reason }) => [`${texts.period} ${id ?? ''} · ${clock(at)}`, reason]),
      )}</dl>\n`;

/** Whose statement it is, as people call that. */
function accountText({ scope, name }: Filed['of'], texts: HtmlTexts): string {
  if (scope.kind === 'all') return texts.scopes.all;
  const number = typeof scope.id === 'number' ? ` (${scope.id})` : '';
  return `${texts.scopes[scope.kind]} ${name}${number}`;
}
