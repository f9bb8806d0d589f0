import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tillStream } from '../till/events.ts';
import { isLedgerStream, STREAMS_MADE_ONCE } from './ledger-streams.ts';

const DOMAIN = join(import.meta.dirname, '..');
const MAKER = /^export (?:const|function) (\w+Stream)(?: = )?\(\w+: \w+\): string (?:=>|\{)/gmu;
const NAME = /^export const (\w+_STREAM) = /gmu;
/** A month, and as good an id as any. */
const ID = '202611';

/** What the modules of the domain call their streams: as constants, or by functions of an id. */
async function streamsNamed(): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>();
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/u.test(file),
  );
  for (const file of files) {
    const source = readFileSync(join(DOMAIN, file), 'utf8');
    const exports = [...source.matchAll(MAKER), ...source.matchAll(NAME)].map(([, name = '']) => name);
    if (exports.length === 0) continue;
    const module = (await import(join(DOMAIN, file))) as Record<string, string | ((id: string) => string)>;
    for (const name of exports) {
      const made = module[name];
      if (made !== undefined) named.set(name, typeof made === 'function' ? made(ID) : made);
    }
  }
  // The port's word for no stream at all.
  named.delete('NO_STREAM');
  return named;
}

describe('the streams of the ledger', () => {
  it('are all that the domain has a name for, and are known wherever they are forgotten', async () => {
    const named = await streamsNamed();
    expect([...named.keys()]).toEqual(
      expect.arrayContaining([
        'accountStream',
        'auditStream',
        'channelStream',
        'tillStream',
        'PRICE_BOOK_STREAM',
        'SEAL_STREAM',
        'LEDGER_STREAM',
      ]),
    );
    expect([...named].filter(([, name]) => !isLedgerStream(name))).toEqual([]);
    expect([...named.values()]).toEqual(expect.arrayContaining([...STREAMS_MADE_ONCE]));
  });

  it.each([...STREAMS_MADE_ONCE, tillStream('6f2b7a54-6f1c-4b58-a8f1-0d6f3c1f8f10')])('hold %s', (name) => {
    expect(isLedgerStream(name)).toBe(true);
  });

  it.each(['rerate-1', 'approval-6f2b7a54', 'bill-9c56cc51', 'account-team-1', 'costbook'])(
    'hold %s, which later releases write',
    (name) => {
      expect(isLedgerStream(name)).toBe(true);
    },
  );

  it.each([
    'orders-0',
    'account-of-bob',
    'account-1-copy',
    'till-',
    'pricebook-2',
    'channel-of-sales',
    'bill-',
    'ledger-1',
    '$settings',
    '$$pricebook',
    '',
  ])('do not hold %s', (name) => {
    expect(isLedgerStream(name)).toBe(false);
  });
});
