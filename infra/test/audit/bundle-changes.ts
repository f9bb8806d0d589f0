import type { Random } from '@ledgate/domain/testing/simulation/random';
import { BUNDLED, DESCRIBED } from '../../src/operations/audit/bundle/manifest.ts';
import type { Wanted } from './located.ts';
import { closedAgain, type Files, type randomBundle, signedFiles, tarOf } from './random-bundle.ts';
import { type AnyLine, aSigner } from './random-ledger.ts';

/** Of an archive: two blocks of nothing. */
const TAR_END_BYTES = 1_024;
const FIGURES = ['charges.csv', 'credits.csv', 'journal.csv', 'statements.csv', 'trial_balance.csv'] as const;

type Made = ReturnType<typeof randomBundle>;

const changedDigit = (random: Random, bytes: Buffer, isWanted: (at: number) => boolean = () => true): Buffer => {
  const text = bytes.toString('utf8');
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index).filter(isWanted);
  const at = random.pick(places);
  return Buffer.from(`${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`);
};

const set = ({ files }: Made, name: string, bytes: Buffer): Buffer => tarOf(new Map([...files, [name, bytes]]));
const withManifest = ({ files }: Made, manifest: AnyLine): Files => new Map([...files, ...signedFiles(manifest)]);

/** By what was done to a bundle. */
export const BUNDLE_CHANGES: Readonly<
  Record<string, (made: Made, random: Random) => { readonly tar: Buffer; readonly wanted: Wanted }>
> = {
  'a changed digit in any of its files': (made, random) => {
    const name = random.pick(DESCRIBED.filter((file) => file !== 'journal.hledger'));
    return {
      tar: set(made, name, changedDigit(random, made.files.get(name) ?? Buffer.alloc(0))),
      wanted: { kinds: ['file'], file: name },
    };
  },
  'a changed figure that its key has signed': (made, random) => {
    const name = random.pick(FIGURES);
    const bytes = made.files.get(name) ?? Buffer.alloc(0);
    const header = bytes.indexOf('\n');
    // Units are a number between commas; what 1 USD is, 500000, is no event's, and of few units the money is the same.
    const text = bytes.toString('utf8');
    const row = random.pick(
      text
        .slice(header + 1)
        .split('\n')
        .slice(0, -1),
    );
    const units = random.pick([...row.matchAll(/(?<=,)(?!500000,)-?\d+(?=,)/g)].map(({ index }) => index));
    const at = text.indexOf(row) + units + (row[units] === '-' ? 1 : 0);
    const changed = Buffer.from(`${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`);
    return { tar: tarOf(closedAgain(made, name, changed)), wanted: { kinds: ['file', 'manifest'] } };
  },
  'a row taken out that its key has signed': (made, random) => {
    const name = random.pick(FIGURES);
    const [header = '', ...rows] = (made.files.get(name) ?? Buffer.alloc(0)).toString('utf8').split('\n');
    const at = random.whole(0, rows.length - 2);
    const left = [header, ...rows.filter((_, place) => place !== at)].join('\n');
    return { tar: tarOf(closedAgain(made, name, Buffer.from(left))), wanted: { kinds: ['file'], file: name } };
  },
  'a changed manifest': (made, random) => {
    const text = made.files.get('manifest.json') ?? Buffer.alloc(0);
    return { tar: set(made, 'manifest.json', changedDigit(random, text)), wanted: { kinds: ['manifest'] } };
  },
  'totals that are others and signed': (made, random) => {
    const totals = { ...made.manifest['totals'] };
    random.pick([
      () => (totals.charges += 1),
      () => (totals.charge_units += 1),
      () => (totals.credit_units += 1),
      () => (totals.events += 1),
      () => (totals.accounts = totals.accounts.slice(1)),
      () =>
        (totals.accounts = totals.accounts.map((one: AnyLine) => ({
          ...one,
          closing_units: one['closing_units'] + 1,
        }))),
    ])();
    return { tar: tarOf(withManifest(made, { ...made.manifest, totals })), wanted: { kinds: ['manifest'] } };
  },
  'a manifest that is not canonical': (made) => {
    const text = JSON.stringify(made.manifest, null, 1);
    return { tar: set(made, 'manifest.json', Buffer.from(`${text}\n`)), wanted: { kinds: ['manifest'] } };
  },
  'a changed note': (made, random) => {
    const name = random.pick(['manifest.note', 'checkpoint']);
    const bytes = Buffer.from(made.files.get(name) ?? Buffer.alloc(0));
    const at = random.whole(0, bytes.length - 1);
    bytes[at] = bytes[at] === 0x78 ? 0x79 : 0x78;
    return { tar: set(made, name, bytes), wanted: { kinds: ['signature'], file: name } };
  },
  'a note by another key': (made) => {
    const files = new Map([...made.files, ...signedFiles(made.manifest, aSigner())]);
    return { tar: tarOf(files), wanted: { kinds: ['signature'], file: 'manifest.note' } };
  },
  'a file too many, too few or in another place': (made, random) => {
    const files = [...made.files];
    const at = random.whole(0, files.length - 2);
    const [name] = files[at] ?? ['', Buffer.alloc(0)];
    const [next] = files[at + 1] ?? ['', Buffer.alloc(0)];
    return random.pick([
      () => ({
        tar: tarOf(files.filter((_, place) => place !== at)),
        wanted: { kinds: ['file'] as const, file: name },
      }),
      () => ({
        tar: tarOf([...files, ['notes.txt', Buffer.from('x')]]),
        wanted: { kinds: ['file'] as const, file: 'notes.txt' },
      }),
      () => ({
        tar: tarOf(files.flatMap((file, place) => (place === at ? [file, file] : [file]))),
        wanted: { kinds: ['file'] as const, file: name },
      }),
      () => ({
        tar: tarOf(files.toSpliced(at, 2, ...files.slice(at, at + 2).toReversed())),
        wanted: { kinds: ['file'] as const, file: name === '' ? next : name },
      }),
    ])();
  },
  'other members of a header': (made, random) => {
    const name = random.pick(BUNDLED);
    const header = random.pick([{ mode: 0o600 }, { mtime: 1 }]);
    return { tar: tarOf(made.files, { [name]: header }), wanted: { kinds: ['file'], file: name } };
  },
  'an archive that stops in the middle': (made, random) => {
    const tar = tarOf(made.files);
    return { tar: tar.subarray(0, random.whole(512, tar.length - 513)), wanted: { kinds: ['truncated', 'file'] } };
  },
  'a broken header': (made, random) => {
    const tar = Buffer.from(tarOf(made.files));
    const before = [...made.files].slice(0, random.whole(1, made.files.size - 1));
    const place = tarOf(before).length - TAR_END_BYTES + random.whole(0, 150);
    tar[place] = tar[place] === 0x37 ? 0x36 : 0x37;
    return { tar, wanted: { kinds: ['file'] } };
  },
  'a size beyond the file': (made, random) => {
    const name = random.pick(BUNDLED);
    const size = random.pick([
      '77777777777',
      '\x80\0\0\0\0\0\x10\0\0\0\0\0',
      '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff',
      '8888',
    ]);
    return { tar: tarOf(made.files, { [name]: { size } }), wanted: { kinds: ['truncated', 'file'], file: name } };
  },
};
