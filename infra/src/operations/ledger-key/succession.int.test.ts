import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AuditEvent, SEAL_STREAM } from '@ledgate/domain/audit/events';
import { decode } from '@ledgate/domain/events/codec';
import { foundLedger } from '@ledgate/domain/founding/founding-stream';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { noteInstallation } from '@ledgate/projections/directory/installation/installation';
import { relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import { addUser } from '@ledgate/projections/directory/testing/directory-fixture';
import { keyChangeText, originOf } from '@ledgate/projections/seals/note-texts';
import { type KeyChange, sealState } from '@ledgate/projections/seals/seal-stream';
import { openedNote, type Signer, signerOf, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { sealForTest } from '@ledgate/projections/testing/directory-keys';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { sealLedger } from '@ledgate/projections/testing/seal-ledger';
import { verify } from '@ledgate/projections/verify/verify';
import { Crash } from '../../../test/doubles/changed-store.ts';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { clusterPlace, postgresPlace, type TestPlace } from '../../../test/testing/places.ts';
import { givenLedgerKey, keptLedgerKey, ledgerKeyFile, ledgerKeyIn } from '../../process/main/ledger-key.ts';
import { readBackup } from '../backup/read-backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { move } from '../relocation/move.ts';
import type { Step, Telling } from '../relocation/steps.ts';
import { undoMove } from '../relocation/undo-move.ts';
import { type Succession, successionOf } from './succession.ts';

const INSTALLATION = '2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11';
const ORIGIN = originOf(INSTALLATION);
const quiet: Telling = { say: () => undefined };
const OF_KEYS: readonly Step[] = ['ledger key', 'key change'];
jest.setTimeout(120_000);

const newPem = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

let home: string;
let source: TestPlace;
let old: Signer;
let oldPem: string;
let places: TestPlace[];
/** The data folder of the place that is filled. */
let given: { readonly LEDGER_KEY: string | undefined; readonly DATA_DIR: string };

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'ledgate-succession-'));
  source = await postgresPlace();
  places = [source];
  given = { LEDGER_KEY: undefined, DATA_DIR: mkdtempSync(join(home, 'data-')) };
  const pair = generateKeyPairSync('ed25519');
  oldPem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  old = signerOf(ORIGIN, pair.privateKey);
  await sealForTest(source.pool);
  await writeSampleLedger(source.store);
  await noteInstallation(source.pool, await foundLedger(source.store, INSTALLATION, Date.now()));
  await addUser(source.pool, { username: 'ann' });
  expect(await sealLedger(source, old)).toBe('sealed');
});
afterEach(async () => {
  for (const place of places) {
    await place.close();
    await place.database.drop();
  }
  rmSync(home, { recursive: true });
});

const empty = async (): Promise<TestPlace> => {
  const place = await postgresPlace('the other place');
  places.push(place);
  return place;
};
const backedUp = async () => {
  const folder = join(home, `backup-${readdirSync(home).length}`);
  await writeBackup(source, folder, quiet);
  return readBackup(folder);
};
const changesIn = async ({ store }: TestPlace): Promise<KeyChange[]> =>
  (await store.readStream(SEAL_STREAM, 0 as Revision, 1_000)).flatMap((recorded) => {
    const { event } = decode<AuditEvent>(recorded);
    return event.type === 'SigningKeyChanged' ? [event.data] : [];
  });
const successionTo = (mayBeNew: boolean, at = given): Succession | undefined =>
  successionOf({ origin: ORIGIN, id: old.id }, at, { what: 'the ledger of the backup', mayBeNew });
const crashingAfter = (step: Step): Telling => ({
  ...quiet,
  onStep: (done) => {
    if (done === step) throw new Crash(step);
  },
});
/** Signed on by the new key alone, once, from the last seal on; and its worker can seal. */
const succeeded = async (place: TestPlace, next: Signer | undefined): Promise<void> => {
  const size = (await sealState(source.store)).seal?.size ?? -1;
  const [first, change, ...more] = await changesIn(place);
  expect([first?.vkey, more]).toEqual([vkeyOf(old), []]);
  expect(change).toMatchObject({
    vkey: next === undefined ? '' : vkeyOf(next),
    previous: vkeyOf(old),
    fromSize: size,
  });
  const text = keyChangeText(ORIGIN, size, change?.vkey ?? '');
  expect(openedNote(change?.note ?? '', next === undefined ? [] : [next])?.text).toBe(text);
  expect(openedNote(change?.note ?? '', [old])).toBeUndefined();
  expect((await relocationOf(place.pool))?.state).toBeUndefined();
  expect(await sealLedger(place, next)).toBe('sealed');
  expect(await sealLedger(place, old)).toBe('key_differs');
  expect((await sealState(place.store)).keyId).toBe(next?.id);
};

describe('a backup of a ledger that is sealed', () => {
  it('names the id of its key, never the key, as it was at its head', async () => {
    const before = await postgresPlace();
    places.push(before);
    await sealForTest(before.pool);
    await addUser(before.pool, { username: 'ann' });
    const none = await writeBackup(before, join(home, 'none'), quiet);
    expect(none.ledger.signingKey).toBeUndefined();
    const { manifest } = await backedUp();
    expect(manifest.ledger.signingKey).toEqual({ origin: ORIGIN, id: old.id });
    const secret = oldPem.split('\n')[1] ?? '';
    for (const folder of readdirSync(home).filter((name) => name.startsWith('backup-')))
      for (const name of readdirSync(join(home, folder)))
        expect(readFileSync(join(home, folder, name), 'latin1')).not.toContain(secret);
  });

  it.each([
    ['no key', () => undefined, 'ledger-key.pem is not there'],
    [
      'another key in the file',
      () => writeFileSync(ledgerKeyFile(given.DATA_DIR), newPem(), { mode: 0o600 }),
      'holds key',
    ],
  ])('is refused with %s, before anything is written', (_, prepare, has) => {
    prepare();
    const refused = (): unknown => successionTo(false);
    expect(refused).toThrow(`the ledger of the backup is signed by ledger key ${old.id}, and`);
    expect(refused).toThrow(has);
    for (const way of ['LEDGER_KEY or LEDGER_KEY_FILE', 'ledger-key.pem into the data folder', '--new-ledger-key'])
      expect(refused).toThrow(way);
  });

  it('is restored with its key, by variable or file, and sealed on by it', async () => {
    expect(successionTo(false, { ...given, LEDGER_KEY: oldPem })).toBeUndefined();
    writeFileSync(ledgerKeyFile(given.DATA_DIR), oldPem, { mode: 0o600 });
    expect(successionTo(false)).toBeUndefined();
    const place = await empty();
    await restoreBackup(await backedUp(), place, quiet);
    expect(await changesIn(place)).toHaveLength(1);
    await addUser(place.pool, { username: 'bob' });
    expect(await verify(place)).toEqual([]);
    expect(await sealLedger(place, givenLedgerKey(given, ORIGIN))).toBe('nothing');
  });

  it('is restored with a new key, whose file is made when everything else is there', async () => {
    const place = await empty();
    const steps: [Step, boolean][] = [];
    const telling: Telling = {
      ...quiet,
      onStep: (step) => void steps.push([step, existsSync(ledgerKeyFile(given.DATA_DIR))]),
    };
    await restoreBackup(await backedUp(), place, telling, successionTo(true));
    expect(steps.slice(-4)).toEqual([
      ['read models', false],
      ['ledger key', true],
      ['key change', true],
      ['resident', true],
    ]);
    await succeeded(place, givenLedgerKey(given, ORIGIN));
    expect(await verify(place)).toEqual([]);
  });

  it('is restored with another key that is given, and the old file is kept where a new one is made', async () => {
    const variable = { ...given, LEDGER_KEY: newPem() };
    const [place, other] = [await empty(), await empty()];
    await restoreBackup(await backedUp(), place, quiet, successionTo(true, variable));
    await succeeded(place, givenLedgerKey(variable, ORIGIN));
    expect(readdirSync(given.DATA_DIR)).toEqual([]);
    expect(() => successionTo(true, { ...given, LEDGER_KEY: oldPem })).toThrow('leave out --new-ledger-key');

    const path = ledgerKeyFile(given.DATA_DIR);
    writeFileSync(path, oldPem, { mode: 0o600 });
    await restoreBackup(await backedUp(), other, quiet, successionTo(true));
    await succeeded(other, givenLedgerKey(given, ORIGIN));
    expect(ledgerKeyIn(keptLedgerKey(path, old.id), ORIGIN)?.id).toBe(old.id);
  });

  it.each<Step>(['ledger', 'read models', ...OF_KEYS, 'resident'])(
    'whose restore with a new key was broken off after the step "%s" has one new key after the next',
    async (step) => {
      const place = await empty();
      const backup = await backedUp();
      await expect(restoreBackup(backup, place, crashingAfter(step), successionTo(true))).rejects.toThrow(Crash);
      expect((await relocationOf(place.pool))?.state).toBe(step === 'resident' ? undefined : 'arriving');
      const made = givenLedgerKey(given, ORIGIN);
      if (step !== 'resident') await restoreBackup(backup, place, quiet, successionTo(true));
      const found = givenLedgerKey(given, ORIGIN);
      if (made !== undefined) expect(found?.id).toBe(made.id);
      await succeeded(place, found);
      expect(readdirSync(given.DATA_DIR)).toEqual(['ledger-key.pem']);
    },
  );

  it('is not made resident with another key than the run before has told the place of', async () => {
    const [place, backup] = [await empty(), await backedUp()];
    await expect(restoreBackup(backup, place, crashingAfter('key change'), successionTo(true))).rejects.toThrow(Crash);
    rmSync(ledgerKeyFile(given.DATA_DIR));
    await expect(restoreBackup(backup, place, quiet, successionTo(true))).rejects.toThrow(
      /the target holds seal@\d+ \(SigningKeyChanged\), which the ledger does not have/u,
    );
    expect((await relocationOf(place.pool))?.state).toBe('arriving');
  });
});

describe('a move of a ledger that is sealed', () => {
  let double: ProtocolDouble;
  let cluster: TestPlace;
  beforeEach(async () => {
    double = await ProtocolDouble.start();
    cluster = await clusterPlace(double.url);
    places.push(cluster);
  });
  afterEach(() => double.stop());

  it('goes there and back under its key, seals and all', async () => {
    await move(source, cluster, quiet);
    expect(await sealLedger(cluster, old)).toBe('nothing');
    await foundLedger(cluster.store, INSTALLATION, Date.now());
    const { signingKey } = await move(cluster, source, quiet);
    expect(signingKey).toEqual({ origin: ORIGIN, id: old.id, vkey: vkeyOf(old) });
    expect(await changesIn(source)).toHaveLength(1);
  });

  it.each<Step>(['read models', ...OF_KEYS, 'left', 'resident'])(
    'with a new key that was broken off after the step "%s" has one new key after the next, and goes back with it',
    async (step) => {
      await expect(move(source, cluster, crashingAfter(step), successionTo(true))).rejects.toThrow(Crash);
      if (step !== 'resident') await move(source, cluster, quiet, successionTo(true));
      const next = givenLedgerKey(given, ORIGIN);
      await succeeded(cluster, next);
      // The other place has an event more: what it says now is moved back, and not undone.
      await expect(undoMove(source, cluster, quiet)).rejects.toThrow('Move it back instead');
      expect((await move(cluster, source, quiet)).signingKey?.id).toBe(next?.id);
      expect((await sealState(source.store)).keyId).toBe(next?.id);
    },
  );
});
