import { chmodSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AuditEvent, SEAL_STREAM } from '@ledgate/domain/audit/events';
import { decode } from '@ledgate/domain/events/codec';
import { foundLedger } from '@ledgate/domain/founding/founding-stream';
import type { EventStore, Revision } from '@ledgate/domain/ports/event-store';
import { noteInstallation } from '@ledgate/projections/directory/installation/installation';
import { beginLedgerSchema } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { noteLeft } from '@ledgate/projections/directory/relocation/relocation';
import { keyChangeText, originOf } from '@ledgate/projections/seals/note-texts';
import { type KeyChange, sealState } from '@ledgate/projections/seals/seal-stream';
import { openedNote, type Signer, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { sealLedger } from '@ledgate/projections/testing/seal-ledger';
import { Crash } from '../../../test/doubles/changed-store.ts';
import { postgresPlace, type TestPlace } from '../../../test/testing/places.ts';
import {
  givenLedgerKey,
  type GivenLedgerKey,
  keptLedgerKey,
  ledgerKeyFile,
  ledgerKeyIn,
  ledgerKeyOf,
  newLedgerKey,
} from '../../process/main/ledger-key.ts';
import { changeLedgerKey, type KeyChangeStep } from './change-ledger-key.ts';

const INSTALLATION = '2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11';
const ORIGIN = originOf(INSTALLATION);
const PERMISSIONS = 0o777;
const textOf = (file: string): string => readFileSync(file, 'utf8');
const STEPS: readonly KeyChangeStep[] = ['draft', 'key change', 'in place'];
jest.setTimeout(120_000);

let place: TestPlace;
let folder: string;
let path: string;
let given: GivenLedgerKey;
let old: Signer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledgate-change-key-'));
  path = ledgerKeyFile(folder);
  given = { LEDGER_KEY: undefined, DATA_DIR: folder };
  place = await postgresPlace();
  await writeSampleLedger(place.store);
  await noteInstallation(place.pool, await foundLedger(place.store, INSTALLATION, Date.now()));
  old = ledgerKeyOf(given, ORIGIN);
  expect(await sealLedger(place, old)).toBe('sealed');
});
afterEach(async () => {
  await place.close();
  await place.database.drop();
  rmSync(folder, { recursive: true });
});

type Asked = {
  readonly to?: string;
  readonly oldIsLost?: boolean;
  readonly crash?: KeyChangeStep;
  readonly store?: EventStore;
  readonly given?: GivenLedgerKey;
};
const change = ({ to, oldIsLost = false, crash, store = place.store, ...more }: Asked = {}): Promise<Signer> =>
  changeLedgerKey({
    store,
    pool: place.pool,
    origin: ORIGIN,
    given: more.given ?? given,
    to,
    oldIsLost,
    onStep: (step) => {
      if (step === crash) throw new Crash(step);
    },
  });
const present = (): Signer | undefined => givenLedgerKey(given, ORIGIN);
const changes = async (): Promise<KeyChange[]> =>
  (await place.store.readStream(SEAL_STREAM, 0 as Revision, 1_000)).flatMap((recorded) => {
    const { event } = decode<AuditEvent>(recorded);
    return event.type === 'SigningKeyChanged' ? [event.data] : [];
  });
/** The change from the old key to this one stands once, signed by `by`, and this one seals. */
const changedTo = async (next: Signer | undefined, by: Signer | undefined = old): Promise<void> => {
  const [, last, ...more] = await changes();
  const size = last?.fromSize ?? 0;
  expect(more).toEqual([]);
  expect(last).toMatchObject({ vkey: next && vkeyOf(next), previous: vkeyOf(old) });
  expect(openedNote(last?.note ?? '', by === undefined ? [] : [by])?.text).toBe(
    keyChangeText(ORIGIN, size, last?.vkey ?? ''),
  );
  expect((await sealState(place.store)).keyId).toBe(next?.id);
  expect(await sealLedger(place, next)).toBe('sealed');
};
const untouched = async (): Promise<void> => {
  expect([await changes(), readdirSync(folder)]).toEqual([[expect.anything()], ['ledger-key.pem']]);
  expect(present()?.id).toBe(old.id);
};

describe('a change of the key', () => {
  it('is signed by the old one, which stays beside the new one, for its owner alone', async () => {
    const next = await change();
    expect(present()?.id).toBe(next.id);
    await changedTo(next);
    expect(readdirSync(folder).toSorted()).toEqual(['ledger-key.pem', `ledger-key.pem.${old.id}`]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & PERMISSIONS).toBe(0o600);
    expect(ledgerKeyIn(keptLedgerKey(path, old.id), ORIGIN)?.id).toBe(old.id);
    expect((await change()).id).not.toBe(next.id);
    expect(await changes()).toHaveLength(3);
  });

  it.each(STEPS)('that was killed after the step "%s" is finished by the next, with the same key', async (step) => {
    await expect(change({ crash: step })).rejects.toThrow(Crash);
    if (step === 'in place') {
      await changedTo(present());
      return;
    }
    expect(present()?.id).toBe(old.id);
    const begun = ledgerKeyIn(`${path}.new`, ORIGIN);
    const next = await change();
    expect([next.id, present()?.id]).toEqual([begun?.id, begun?.id]);
    await changedTo(next);
  });

  it('that was killed between the two names of the old file is finished by the next', async () => {
    await expect(change({ crash: 'key change' })).rejects.toThrow(Crash);
    linkSync(path, keptLedgerKey(path, old.id));
    const next = await change();
    expect(present()?.id).toBe(next.id);
    await changedTo(next);
  });

  it('comes through while the ledger is sealed beside it', async () => {
    let sealed = 0;
    const busy: EventStore = {
      append: async (...batch) => {
        sealed += 1;
        if (sealed === 1) {
          await place.store.append('books', 'no_stream', [
            {
              id: '6f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11' as never,
              type: 'LogsCleaned',
              data: '{"beforeMs":1,"actorId":1}',
              metadata: {},
            },
          ]);
          expect(await sealLedger(place, old)).toBe('sealed');
        }
        return place.store.append(...batch);
      },
      readStream: (...of) => place.store.readStream(...of),
      readStreamBackwards: (...of) => place.store.readStreamBackwards(...of),
      readAll: (...of) => place.store.readAll(...of),
      head: () => place.store.head(),
      onAppended: (wake) => place.store.onAppended(wake),
    };
    const next = await change({ store: busy });
    expect([sealed, present()?.id]).toEqual([2, next.id]);
    await changedTo(next);
  });

  it('that is asked for twice at once is two, one after the other', async () => {
    const ids = (await Promise.all([change(), change()])).map(({ id }) => id);
    const [, one, other] = await changes();
    expect(new Set(ids).size).toBe(2);
    expect([other?.previous, other?.vkey]).toEqual([one?.vkey, vkeyOf(present() ?? old)]);
    expect(await sealLedger(place, present())).toBe('sealed');
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it.each(STEPS)('of LEDGER_KEY goes to a file alone, killed after the step "%s" or not', async (step) => {
    const variable = { ...given, LEDGER_KEY: textOf(path) };
    rmSync(path);
    const to = join(folder, 'new.pem');
    await expect(change({ given: variable, to, crash: step })).rejects.toThrow(Crash);
    const next = await change({ given: variable, to });
    expect([ledgerKeyIn(to, ORIGIN)?.id, statSync(to).mode & PERMISSIONS]).toEqual([next.id, 0o600]);
    await changedTo(next);
    expect(readdirSync(folder)).toEqual(['new.pem']);
  });

  it('whose old one is lost speaks for itself, and says which one it was', async () => {
    rmSync(path);
    await expect(change()).rejects.toThrow(
      `this ledger is signed by ledger key ${old.id}, and ${path} is not there: set LEDGER_KEY`,
    );
    expect(readdirSync(folder)).toEqual([]);
    const next = await change({ oldIsLost: true });
    await changedTo(next, next);
  });

  it.each<[string, () => Promise<unknown>, string | RegExp]>([
    [
      'where another key is given',
      () => change({ given: { ...given, LEDGER_KEY: newLedgerKey() }, to: join(folder, 'new.pem') }),
      /this ledger is signed by ledger key [0-9a-f]{8}, and LEDGER_KEY holds key [0-9a-f]{8}.*--old-is-lost/u,
    ],
    [
      'where LEDGER_KEY is set and no file is named',
      () => change({ given: { ...given, LEDGER_KEY: newLedgerKey() } }),
      'LEDGER_KEY is set: --to FILE',
    ],
    [
      'where a file is named and LEDGER_KEY is not set',
      () => change({ to: join(folder, 'x') }),
      'LEDGER_KEY is not set',
    ],
    [
      'where the file is to be in no folder',
      () => change({ given: { ...given, LEDGER_KEY: textOf(path) }, to: join(folder, 'no', 'x') }),
      'there is no folder',
    ],
    [
      'where the file holds the present key',
      () => change({ given: { ...given, LEDGER_KEY: textOf(path) }, to: path }),
      'holds the present key: name a file that is not there yet',
    ],
    [
      'while an upgrade is running',
      async () => {
        await place.pool.query('delete from directory.ledger_schema');
        await beginLedgerSchema(place.pool, 1);
        await change();
      },
      'an upgrade is running (ledger_schema 1)',
    ],
    [
      'where the installation has moved away',
      async () => {
        await noteLeft(place.pool, 'elsewhere');
        await change();
      },
      'this installation has moved to elsewhere',
    ],
  ])('is refused %s, and nothing has changed', async (_, work, message) => {
    await expect(work()).rejects.toThrow(message);
    await untouched();
  });

  it('is refused where others may read the present key, and where nothing was sealed yet', async () => {
    chmodSync(path, 0o644);
    await expect(change()).rejects.toThrow('others than its owner may read');
    const unsealed = await postgresPlace();
    await expect(
      changeLedgerKey({
        ...unsealed,
        origin: ORIGIN,
        given: { ...given, LEDGER_KEY: newLedgerKey() },
        to: join(folder, 'x'),
        oldIsLost: false,
      }),
    ).rejects.toThrow('nothing has signed this ledger yet');
    await unsealed.close();
    await unsealed.database.drop();
    expect(readdirSync(folder)).toEqual(['ledger-key.pem']);
  });
});
