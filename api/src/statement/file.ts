import { quotaPerUnitAt } from '@ledgate/projections/queries/quota-per-unit';
import {
  type Statement as Found,
  statementOf,
  statementPageOf,
  type StatementEntry,
} from '@ledgate/projections/queries/statements';
import { FILE_FORMATS } from '../contract/statement.ts';
import type { ExportRoom } from '../exports/export-room.ts';
import { refused, refusedAt, type Refused } from '../http/answer.ts';
import type { SignedCall } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import type { TextFile } from '../http/send-file.ts';
import { EXPORT_STRETCH_ROWS } from '../limits.ts';
import { statementEntryAnswer } from '../ledger/present.ts';
import { amountText } from '../messages/amount-text.ts';
import type { ApiPorts } from '../ports.ts';
import { type Asked, rangeOf } from './asked.ts';
import { csvParts } from './csv-parts.ts';
import { exactOr } from './exact.ts';
import type { Filed, FiledEntry } from './filed.ts';
import { htmlParts } from './html-parts.ts';
import { jsonParts } from './json-parts.ts';
import { withAccounts } from './scope.ts';
import { figuresOf, sameAs, type Whose } from './told.ts';

type FileCall = SignedCall & { readonly query: Parameters<typeof rangeOf>[0] & { readonly format: string } };

type FileOf = {
  /** Whose place in the room it takes. */
  readonly whose: 'own' | 'all';
  readonly of: Whose;
  /** What the answer of the call without a file begins with. */
  readonly head: Filed['head'];
  readonly forAdministrator: boolean;
};

type Format = (typeof FILE_FORMATS)[number];

const WRITERS: Readonly<
  Record<Format, { readonly type: string; readonly parts: (filed: Filed) => AsyncIterable<string> }>
> = {
  json: { type: 'application/json; charset=utf-8', parts: jsonParts },
  csv: { type: 'text/csv; charset=utf-8; header=present', parts: csvParts },
  html: { type: 'text/html; charset=utf-8', parts: htmlParts },
};

const isFormat = (text: string): text is Format => (FILE_FORMATS as readonly string[]).includes(text);

/** A statement as a file (docs/behaviour.md#statements), read a page at a time, each in a snapshot of its own and up to the same position. */
export async function fileOf(
  ports: ApiPorts,
  room: ExportRoom,
  call: FileCall,
  { whose, of, head, forAdministrator }: FileOf,
): Promise<{ readonly ok: true; readonly data: never; readonly file: TextFile } | Refused> {
  const asked = rangeOf(call.query);
  if ('problem' in asked) return asked;
  const format = call.query.format === '' ? 'json' : call.query.format;
  if (!isFormat(format)) return refusedAt('format', { code: 'format_unknown', formats: FILE_FORMATS.join(', ') });
  const release = room.take(call.caller.id, whose);
  if (typeof release !== 'function') return refused(release);
  try {
    await readToHead(ports, call.session);
    const { nowMs, language } = call;
    const { scope } = of;
    const first = await exactOr(() => statementOf(ports.db, { ...asked, nowMs, scope, limit: EXPORT_STRETCH_ROWS }));
    if ('problem' in first) {
      release();
      return first;
    }
    const reader = { forAdministrator, language, amounts: amountText(ports.view) };
    const filed: Filed = {
      of,
      head,
      figures: await figuresOf(ports.db, first, asked, nowMs),
      language,
      issuer: ports.view.options.SystemName,
      nowMs,
      pages: pagesOf(ports, first, of, asked, reader),
    };
    const { type, parts } = WRITERS[format];
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const name = `statement-${of.scope.kind}${typeof of.scope.id === 'number' ? `-${of.scope.id}` : ''}-${day}.${format}`;
    // A file stands in the place of data.
    const data = undefined as never;
    return { ok: true, data, file: { name, type, total: undefined, parts: parts(filed), release } };
  } catch (error) {
    release();
    throw error;
  }
}

async function* pagesOf(
  ports: ApiPorts,
  first: Found,
  of: Whose,
  asked: Asked,
  reader: Parameters<typeof statementEntryAnswer>[1],
): AsyncGenerator<readonly FiledEntry[]> {
  for (let page: Pick<Found, 'entries' | 'next'> = first; ;) {
    yield await filed(ports.db, of, page.entries, reader);
    const { next } = page;
    if (next === null) return;
    const same = sameAs(of, asked, first.position);
    const balance = page.entries.at(-1)?.balanceAfter;
    page = await statementPageOf(ports.db, {
      ...same,
      limit: EXPORT_STRETCH_ROWS,
      after: next,
      balance,
      days: first.days,
    });
  }
}

async function filed(
  db: ApiPorts['db'],
  { scope }: Whose,
  entries: readonly StatementEntry[],
  reader: Parameters<typeof statementEntryAnswer>[1],
): Promise<readonly FiledEntry[]> {
  const [first] = entries;
  if (first === undefined) return [];
  const quotaPerUnit = await quotaPerUnitAt(db, entries);
  const plain = entries.map((entry) => statementEntryAnswer(entry, reader));
  const answers = scope.kind === 'user' ? plain : await withAccounts(db, entries, plain);
  return answers.map((answer, index) => {
    const entry = entries[index] ?? first;
    return { ...answer, atMs: entry.atMs, quotaPerUnit: quotaPerUnit(entry) };
  });
}
