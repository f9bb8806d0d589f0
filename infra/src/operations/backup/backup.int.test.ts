import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { founded, foundLedger } from '@ledgate/domain/founding/founding-stream';
import { START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { installationOf, noteInstallation } from '@ledgate/projections/directory/installation/installation';
import { noteArriving, relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import { addToken, addUser } from '@ledgate/projections/directory/testing/directory-fixture';
import { anyUser } from '@ledgate/projections/directory/users/list';
import { balanceOf } from '@ledgate/projections/queries/balances';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { sealForTest } from '@ledgate/projections/testing/directory-keys';
import { verify } from '@ledgate/projections/verify/verify';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import { summaryOf } from '../ledger-copy/ledger-summary.ts';
import { Crash } from '../../../test/doubles/changed-store.ts';
import { refuseUnlessResident } from '../relocation/refuse-unless-resident.ts';
import type { Step, Telling } from '../relocation/steps.ts';
import { clusterPlace, postgresPlace, type TestPlace } from '../../../test/testing/places.ts';
import { backupPath } from './backup-path.ts';
import { BackupRefused } from './backup-refused.ts';
import { type Manifest, sealedManifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write-backup.ts';

const quiet: Telling = { say: () => undefined };
const INSTALLATION = '2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11';
const FILES = ['backup.json', 'directory.sql.gz', 'ledger.jsonl.gz'];
jest.setTimeout(120_000);

describe('a backup', () => {
  let home: string;
  let source: TestPlace;
  let folder: string;
  let taken: Manifest;
  let masterKey: string;
  const places: TestPlace[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'ledgate-backup-'));
    folder = join(home, 'monday');
    source = await postgresPlace();
    const { ring } = await sealForTest(source.pool);
    masterKey = ring.newest;
    await writeSampleLedger(source.store);
    await noteInstallation(source.pool, await foundLedger(source.store, INSTALLATION, Date.now()));
    const ann = await addUser(source.pool, { username: 'ann', displayName: 'Änn\t漢字 \\.' });
    await addToken(source.pool, { userId: ann.id, name: 'of ann' });
    taken = await writeBackup(source, folder, quiet);
  });
  afterAll(async () => {
    await source.close();
    await source.database.drop();
    rmSync(home, { recursive: true });
  });
  afterEach(async () => {
    for (const place of places.splice(0)) {
      await place.close();
      await place.database.drop();
    }
  });

  const empty = async (): Promise<TestPlace> => {
    const place = await postgresPlace('the other place');
    places.push(place);
    return place;
  };
  const digestOf = async ({ store }: TestPlace) => (await summaryOf(await ledgerOf(store))).digest;
  const restored = async (place: TestPlace) => {
    expect(await digestOf(place)).toBe(await digestOf(source));
    expect(await verify(place)).toEqual([]);
    expect([await founded(place.store), await installationOf(place.pool)]).toEqual([INSTALLATION, INSTALLATION]);
    expect((await balanceOf(place.pool, 2 as UserId)).balance).toBe(5_182);
    const directory =
      'select u.username, u.display_name, t.name, k.cipher from directory.users u ' +
      'join directory.tokens t on t.user_id = u.id join directory.token_keys k on k.token_id = t.id';
    expect((await place.pool.query(directory)).rows).toEqual((await source.pool.query(directory)).rows);
    await refuseUnlessResident(place.pool);
  };

  it('names its format, counts and digests, and only its owner may read it', async () => {
    const { events, streams, digest, total } = await (async () => {
      const summary = await summaryOf(await ledgerOf(source.store));
      return { events: summary.events, streams: summary.streams.size, digest: summary.digest, total: summary.total };
    })();
    expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))).toEqual(taken);
    expect(taken).toMatchObject({ format: 'ledgate-backup', version: 3, ledger: { events, streams, digest } });
    expect(taken.directory.masterKeys).toEqual([masterKey]);
    expect([
      total,
      Object.values(taken.ledger.trialBalance).reduce((sum, balance) => sum + BigInt(balance), 0n),
    ]).toEqual([0n, 0n]);
    expect(readdirSync(folder)).toEqual(FILES);
    expect(
      [folder, ...FILES.map((name) => join(folder, name))].map((path) => (statSync(path).mode & 0o777).toString(8)),
    ).toEqual(['700', '600', '600', '600']);
    expect(readdirSync(home)).toEqual(['monday']);
  });

  it('is restored into an empty place', async () => {
    const place = await empty();
    await restoreBackup(await readBackup(folder), place, quiet);
    await restored(place);
    expect((await addUser(place.pool, { username: 'next' })).id).toBe(2);
  });

  it('is restored into a cluster as well', async () => {
    const double = await ProtocolDouble.start();
    const place = await clusterPlace(double.url);
    places.push(place);
    await restoreBackup(await readBackup(folder), place, quiet);
    await restored(place);
    await double.stop();
  });

  it.each<Step>(['arriving', 'ledger', 'compared', 'directory', 'read models', 'resident'])(
    'whose restore was broken off after the step "%s" is restored by the next',
    async (step) => {
      const place = await empty();
      const crashing: Telling = {
        ...quiet,
        onStep: (done) => {
          if (done === step) throw new Crash(step);
        },
      };
      await expect(restoreBackup(await readBackup(folder), place, crashing)).rejects.toThrow(Crash);
      expect((await relocationOf(place.pool))?.state).toBe(step === 'resident' ? undefined : 'arriving');
      if (step !== 'resident') await restoreBackup(await readBackup(folder), place, quiet);
      await restored(place);
    },
  );

  it('is refused by a place that is not empty', async () => {
    const [directory, ledger] = [await empty(), await empty()];
    await addUser(directory.pool, { username: 'root' });
    await expect(restoreBackup(await readBackup(folder), directory, quiet)).rejects.toThrow(
      'the other place is not empty',
    );
    await ledger.store.append('somebody', 'no_stream', [
      { id: '6f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11' as never, type: 'SomebodyElse', data: '{}', metadata: {} },
    ]);
    await expect(restoreBackup(await readBackup(folder), ledger, quiet)).rejects.toThrow(
      'the target holds another ledger',
    );
    expect([await anyUser(ledger.pool), await relocationOf(ledger.pool)]).toEqual([false, undefined]);
  });

  it.each<[string, (path: string) => void, string]>([
    [
      'the ledger is cut off',
      (path) => truncateSync(join(path, 'ledger.jsonl.gz'), 200),
      'ledger.jsonl.gz of the backup has 200 bytes and should have',
    ],
    ['the ledger has grown', (path) => appendFileSync(join(path, 'ledger.jsonl.gz'), 'x'), 'it was changed'],
    [
      'a byte of the ledger is another',
      (path) => flip(join(path, 'ledger.jsonl.gz')),
      'ledger.jsonl.gz of the backup was changed since it was taken',
    ],
    [
      'a byte of the directory is another',
      (path) => flip(join(path, 'directory.sql.gz')),
      'directory.sql.gz of the backup was changed since it was taken',
    ],
    [
      'a file is missing',
      (path) => rmSync(join(path, 'directory.sql.gz')),
      'directory.sql.gz of the backup cannot be read',
    ],
    [
      'the manifest is missing',
      (path) => rmSync(join(path, 'backup.json')),
      'is no backup: its backup.json cannot be read',
    ],
    ['the manifest is cut off', (path) => truncateSync(join(path, 'backup.json'), 100), 'backup.json is no JSON'],
    [
      'the manifest says another number of events',
      (path) => edit(path, (text) => text.replace(/"events": \d+/u, '"events": 1')),
      'backup.json was changed since the backup was taken',
    ],
    [
      'the manifest says something more',
      (path) => edit(path, (text) => text.replace('{', '{"more":1,')),
      "backup.json is not a backup's",
    ],
    [
      'it is of a later format',
      (path) => edit(path, (text) => text.replace('"version": 3', '"version": 4')),
      'the backup has format 4, and this release knows 3',
    ],
  ])('is refused when %s', async (_, change, message) => {
    const path = join(home, 'changed');
    await writeBackup(source, path, quiet);
    change(path);
    await expect(readBackup(path)).rejects.toThrow(BackupRefused);
    await expect(readBackup(path)).rejects.toThrow(message);
    rmSync(path, { recursive: true });
  });

  it('is not made resident when it is not what its manifest says, though both are whole', async () => {
    const path = join(home, 'mistaken');
    await writeBackup(source, path, quiet);
    const { release, takenAt, directory, ledger } = (await readBackup(path)).manifest;
    writeFileSync(
      join(path, 'backup.json'),
      JSON.stringify(sealedManifest({ release, takenAt, directory, ledger: { ...ledger, events: ledger.events + 1 } })),
    );
    const place = await empty();
    await expect(restoreBackup(await readBackup(path), place, quiet)).rejects.toThrow('the backup says');
    expect((await relocationOf(place.pool))?.state).toBe('arriving');
    rmSync(path, { recursive: true });
  });

  it('leaves nothing when it cannot be taken to its end', async () => {
    const { store } = source;
    const broken = {
      head: () => store.head(),
      readAll: async (...page: Parameters<typeof store.readAll>) =>
        page[0] === START ? Promise.reject(new StoreUnavailable('cut off')) : store.readAll(...page),
    };
    await expect(writeBackup({ ...source, store: broken }, join(home, 'broken'), quiet)).rejects.toThrow(
      StoreUnavailable,
    );
    expect(readdirSync(home)).toEqual(['monday']);
  });

  it('is not taken of an installation that is being filled', async () => {
    const place = await empty();
    await noteArriving(place.pool, 'somewhere');
    await expect(writeBackup(place, join(home, 'half'), quiet)).rejects.toThrow(
      'the installation is being filled from somewhere and is not complete',
    );
  });

  it('becomes the folder that is named, or a new one in it', async () => {
    expect(backupPath(join(home, 'new'), 0)).toBe(join(home, 'new'));
    expect(backupPath(home, Date.UTC(2026, 10, 3, 10, 5, 7))).toBe(join(home, 'ledgate-20261103T100507Z'));
    expect(() => backupPath(join(folder, 'backup.json'), 0)).toThrow('is there already and is no folder');
  });
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(path, bytes);
}

function edit(path: string, change: (text: string) => string): void {
  const manifest = join(path, 'backup.json');
  writeFileSync(manifest, change(readFileSync(manifest, 'utf8')));
}
