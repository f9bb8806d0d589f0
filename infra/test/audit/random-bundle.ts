import { createHash } from 'node:crypto';
import { accountOfStream } from '@ledgate/domain/account/events';
import { decode } from '@ledgate/domain/events/codec';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { csvText } from '@ledgate/domain/shared/csv';
import type { Random } from '@ledgate/domain/testing/simulation/random';
import { BUNDLED_COLUMNS } from '@ledgate/projections/exports/bundled-columns';
import { digestOf } from '@ledgate/projections/seals/hashes';
import { signedNote } from '@ledgate/projections/seals/signed-note';
import { type AnyLine, eventsFile, headOf, ORIGIN, randomEvents, SIGNER } from './random-ledger.ts';

const BLOCK_BYTES = 512;
const END_S = Date.UTC(2026, 11, 1) / 1_000;
const QUOTA_PER_UNIT = '500000';

/** Files of an archive by name, in their order. */
export type Files = Map<string, Buffer>;

/** Members of a header that a test may set. */
export type Header = {
  readonly type?: string;
  readonly mode?: number;
  readonly size?: string;
  readonly mtime?: number;
};

function headerOf(name: string, bytes: number, { type = '0', mode = 0o644, size, mtime = END_S }: Header): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0, 'utf8');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes, 124, 12);
  if (size !== undefined) header.write(size, 124, 'latin1');
  octal(mtime, 136, 12);
  header.fill(' ', 148, 156);
  header.write(type, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

export const tarOf = (
  files: Iterable<readonly [string, Buffer]>,
  headers: Readonly<Record<string, Header>> = {},
): Buffer =>
  Buffer.concat([
    ...[...files].flatMap(([name, bytes]) => [
      headerOf(name, bytes.length, headers[name] ?? {}),
      bytes,
      Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
    ]),
    Buffer.alloc(2 * BLOCK_BYTES),
  ]);

type Made = {
  readonly files: Files;
  readonly manifest: AnyLine;
  /** Of the ledger, two more than are closed. */
  readonly events: readonly RecordedEvent[];
};

/** The files of a closed period that began with the ledger, reckoned by the plainest means. */
export function randomBundle(random: Random, count = random.whole(5, 40)): Made {
  const events = randomEvents(random, count + 2);
  const within = events.slice(0, count);
  const sealedAt = [Math.ceil(count / 2)];
  const eventsJsonl = eventsFile(within, { sealedAt });
  const { csv, accounts, sums } = figuresOf(within);
  const described = new Map([
    ...Object.entries(csv).map(([name, rows]): [string, Buffer] => [name, Buffer.from(csvText(rows, true))]),
    ['journal.hledger', Buffer.from('; a journal\n')] as const,
    ['events.jsonl', Buffer.from(eventsJsonl)] as const,
  ]);
  const rowsIn: Readonly<Record<string, number>> = {
    ...Object.fromEntries(Object.entries(csv).map(([name, rows]) => [name, rows.length - 1])),
    'journal.hledger': 1,
    'events.jsonl': eventsJsonl.split('\n').length - 1,
  };
  const last: AnyLine = JSON.parse(eventsJsonl.trimEnd().split('\n').at(-1) ?? '');
  const manifest = {
    ledgate: 'close',
    version: 1,
    origin: ORIGIN,
    id: 1,
    revision: 0,
    start: 0,
    end: END_S,
    zone: 'UTC',
    first_index: 0,
    size: count,
    root: last['root'],
    previous: null,
    late: [],
    totals: { events: count, ...sums, accounts },
    files: [...described].map(([name, bytes]) => fileEntry(name, bytes, rowsIn[name] ?? 0)),
  };
  const files: Files = new Map([
    ...signedFiles(manifest),
    ['checkpoint', Buffer.from(headOf(events, count + 2))],
    ...described,
  ]);
  return { files, manifest, events };
}

const fileEntry = (name: string, bytes: Buffer, rows: number) => ({
  name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  rows,
});

/** A manifest and its note, as the key signs it. */
export function signedFiles(manifest: AnyLine, signer = SIGNER): [string, Buffer][] {
  const text = `${canonicalJson(manifest)}\n`;
  const { origin, id, revision } = manifest;
  const note = ['ledgate close v1', origin, id, revision, digestOf(text), ''].join('\n');
  return [
    ['manifest.json', Buffer.from(text)],
    ['manifest.note', Buffer.from(signedNote(note, signer))],
  ];
}

/** With a file changed by one who has the key: only the events tell that its figures are not theirs. */
export function closedAgain({ files, manifest }: Made, name: string, bytes: Buffer): Files {
  const described: AnyLine[] = manifest['files'].map((file: AnyLine) =>
    file['name'] === name ? fileEntry(name, bytes, file['rows']) : file,
  );
  return new Map([...files, [name, bytes], ...signedFiles({ ...manifest, files: described })]);
}

type Row = (string | number | null)[];

/** With all columns in their order; those that no event fills by itself are empty. */
const inFull = ([header = [], ...rows]: Row[], columns: readonly string[]): Row[] => [
  [...columns],
  ...rows.map((row) => columns.map((name) => row[header.indexOf(name)] ?? null)),
];

const money = (units: number): string => {
  const micros = Math.abs(units) * 2;
  const text = String(micros).padStart(7, '0');
  return `${units < 0 ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
};

const CREDIT: Readonly<Record<string, readonly [kind: string, money: string, column: string]>> = {
  QuotaGranted: ['grant', 'promotional', 'grant'],
  QuotaToppedUp: ['top_up', 'paid', 'top_up'],
  RedemptionCredited: ['redemption', 'promotional', 'redemption'],
  QuotaAdjusted: ['adjustment', 'adjustment', 'adjustment'],
};
const CHARGE: Readonly<Record<string, readonly [kind: string, column: string]>> = {
  ConsumptionRecorded: ['charge', 'charge'],
  LateConsumptionRecorded: ['late', 'charge'],
  ConsumptionRefunded: ['refund', 'refund'],
};
const MOVED = 'top_up redemption grant invite commission adjustment expiry reversal charge refund correction'.split(
  ' ',
);
const PLACE = ['position', 'event_id', 'type', 'time'];

function figuresOf(events: readonly RecordedEvent[]) {
  const journal: Row[] = [
    [
      ...PLACE,
      'line',
      'stream',
      'revision',
      'account',
      'units',
      'amount',
      'quota_per_unit',
      'user_id',
      'request_id',
    ].concat('source correlation_id causation_id actor reason'.split(' ')),
  ];
  const charges: Row[] = [
    [...PLACE, 'kind', 'account', 'user_id', 'units', 'amount', 'quota_per_unit', 'request_id'].concat(
      'token_id channel_id usage_source prompt_tokens completion_tokens method price_book_version exact_units'.split(
        ' ',
      ),
    ),
  ];
  const credits: Row[] = [
    [...PLACE, 'kind', 'money_kind', 'account', 'user_id', 'units', 'amount', 'quota_per_unit'].concat(
      'source code_id trade_no provider'.split(' '),
    ),
  ];
  const balances = new Map<string, [number, number]>();
  const users = new Map<number, Record<string, number>>();
  for (const event of events) {
    const recorded = decode(event);
    const data = recorded.event.data as AnyLine;
    const { position, id, type } = event;
    const place = [position, id, type, new Date(recorded.atMs).toISOString()];
    const charge: AnyLine | undefined = type === 'ConsumptionRecorded' ? data : data['charge'];
    const userId: number | null = charge?.['accountId'] ?? data['accountId'] ?? accountOfStream(event.stream) ?? null;
    const requestId = charge?.['requestId'] ?? data['requestId'] ?? null;
    for (const [at, { account, amount }] of postings(recorded).entries()) {
      const [debit, credit] = balances.get(account) ?? [0, 0];
      balances.set(account, [debit + Math.min(amount, 0), credit + Math.max(amount, 0)]);
      const line = [at + 1, event.stream, event.revision, account, amount, money(amount), QUOTA_PER_UNIT, userId];
      const { $correlationId, actor = null } = event.metadata;
      const reason = type === 'QuotaAdjusted' ? data['reason'] : null;
      journal.push([...place, ...line, requestId, data['source'] ?? null, $correlationId ?? null, null, actor, reason]);
    }
    const amount = postings(recorded).find(({ account }) => account === `user:${userId}:wallet`)?.amount ?? 0;
    const wallet = [`user:${userId}`, userId];
    const sums = users.get(userId ?? 0) ?? {};
    const [chargeKind, chargeColumn] = CHARGE[type] ?? [];
    const [creditKind, moneyKind, creditColumn] = CREDIT[type] ?? [];
    if (chargeKind !== undefined) {
      const told =
        charge === undefined
          ? []
          : [charge['tokenId'], charge['channelId'], charge['usage'].source, charge['usage'].prompt];
      const priced =
        charge === undefined ? [] : [charge['usage'].completion, charge['price'].method, 1, charge['price'].exact];
      charges.push(
        [...place, chargeKind, ...wallet, -amount, money(-amount), QUOTA_PER_UNIT, requestId].concat(
          charge === undefined ? Array.from({ length: 8 }, () => null) : [...told, ...priced],
        ),
      );
    }
    if (creditKind !== undefined && moneyKind !== undefined)
      credits.push(
        [...place, creditKind, moneyKind, ...wallet, amount, money(amount), QUOTA_PER_UNIT].concat(
          ['source', 'codeId', 'tradeNo', 'provider'].map((name) => data[name] ?? null),
        ),
      );
    const column = chargeColumn ?? creditColumn;
    if (column === undefined || userId === null) continue;
    sums[column] = (sums[column] ?? 0) + amount;
    if (chargeColumn === 'charge') sums['requests'] = (sums['requests'] ?? 0) + 1;
    users.set(userId, sums);
  }
  const accounts = [...balances].sort().map(([account, [debit, credit]]) => ({
    account,
    opening_units: 0,
    debit_units: debit,
    credit_units: credit,
    closing_units: debit + credit,
  }));
  const trialBalance: Row[] = [
    'account opening_units debit_units credit_units closing_units opening debits credits closing quota_per_unit'.split(
      ' ',
    ),
    ...accounts.map(({ account, ...units }) => [
      account,
      ...Object.values(units),
      ...Object.values(units).map(money),
      QUOTA_PER_UNIT,
    ]),
  ];
  const statements: Row[] = [
    ['account', 'user_id', 'opening_units', ...MOVED.map((name) => `${name}_units`), 'closing_units'].concat(
      'opening credits charges closing quota_per_unit requests'.split(' '),
    ),
    ...[...users].sort().map(([userId, sums]) => {
      const of = (names: readonly string[]) => names.reduce((total, name) => total + (sums[name] ?? 0), 0);
      const [credited, used] = [of(MOVED.slice(0, 8)), of(MOVED.slice(8))];
      const inMoney = [0, credited, used, credited + used].map(money);
      return [
        `user:${userId}`,
        userId,
        0,
        ...MOVED.map((name) => sums[name] ?? 0),
        credited + used,
        ...inMoney,
        QUOTA_PER_UNIT,
        sums['requests'] ?? 0,
      ];
    }),
  ];
  const unitsOf = ([header = [], ...rows]: Row[]) =>
    rows.reduce((total, row) => total + Number(row[header.indexOf('units')]), 0);
  const csv = {
    'charges.csv': charges,
    'credits.csv': credits,
    'journal.csv': journal,
    'statements.csv': statements,
    'trial_balance.csv': trialBalance,
  };
  return {
    csv: Object.fromEntries(
      Object.entries(BUNDLED_COLUMNS).map(([name, columns]) => [name, inFull(csv[name as keyof typeof csv], columns)]),
    ),
    accounts,
    sums: { charges: charges.length - 1, charge_units: unitsOf(charges), credit_units: unitsOf(credits) },
  };
}
