import { createHash } from 'node:crypto';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { base64Of, digestOf, hashIn } from '@ledgate/projections/seals/hashes';
import { closeText } from '@ledgate/projections/seals/note-texts';
import { type Bytes, bytesOf, chunksOf, linesOf, wholeOf } from '../bytes.ts';
import { auditEvents, type EventsFound, type EventsOptions, type Published, withheldWarning } from '../events-audit.ts';
import { Faults } from '../faults.ts';
import { type GivenKey, opened, openedHead, refusedSize } from '../keys.ts';
import { MANIFEST_BYTES_MAX, NOTE_BYTES_MAX } from '../limits.ts';
import { Unreadable } from '../unreadable.ts';
import { compareFigures } from './compare-figures.ts';
import { BUNDLED, type Manifest, MANIFEST_VERSION, manifestIn, versionIn } from './manifest.ts';
import { type TarEntry, tarEntries } from './tar.ts';

type Found = {
  readonly origin: string | null;
  readonly events: number;
  readonly seals: number;
  readonly checkedSize: number;
  readonly signers: EventsFound['signers'];
  readonly warnings: readonly string[];
};

const MODE = 0o644;
const EVENTS = 'events.jsonl';
const NOTHING = bytesOf(new Uint8Array());

/** A bundle of a closed period (docs/exports.md#audit). It is read three times: hashes, events, and figures beside the events. */
export function auditBundle(archive: Bytes, options: EventsOptions): Found {
  const { faults, keys } = options;
  const entries = entriesOf(archive, faults);
  const file = (name: string): Bytes => entries.get(name)?.bytes ?? NOTHING;
  const text = wholeOf(file('manifest.json'), MANIFEST_BYTES_MAX, 'manifest.json').toString('utf8');
  refuseLater(text, file('manifest.note'), keys);
  const manifest = manifestIn(text, faults);
  let isVouched = false;
  if (manifest !== undefined) {
    isVouched = checkSigned(manifest, text, file, keys, faults);
    checkEntries([...entries.values()], manifest, faults);
  }
  // A period was closed before what was published behind it.
  const behind = manifest === undefined || !isVouched ? [] : options.heads.filter((head) => isBehind(head, manifest));
  const heads = [
    ...options.heads.filter((head) => !behind.includes(head)),
    ...(isVouched && manifest !== undefined ? headIn(manifest, keys) : []),
  ];
  const found = eventsOf(file(EVENTS), manifest, { ...options, heads });
  return {
    origin: manifest?.origin ?? found?.origin ?? null,
    events: found?.leaves ?? 0,
    seals: found?.seals ?? 0,
    checkedSize: found?.checked ?? 0,
    signers: found?.signers ?? [],
    warnings: [
      ...(behind.length === 0 ? [] : [`${behind.length} checkpoints lie behind its size and were not compared.`]),
      ...withheldWarning(found?.withheld ?? 0),
      ...(manifest === undefined ? [] : figures(file, manifest, faults)),
    ],
  };
}

/** A manifest that is the signed one, of a version that is not known, is a later release's. */
function refuseLater(text: string, note: Bytes, keys: readonly GivenKey[]): void {
  const version = versionIn(text);
  if (version === undefined || version === MANIFEST_VERSION) return;
  const known = opened(wholeOf(note, NOTE_BYTES_MAX, 'manifest.note').toString('utf8'), keys);
  if ('seen' in known || !known.text.split('\n').includes(digestOf(text))) return;
  throw new Unreadable(`the bundle is of version ${version}: this release reads version ${MANIFEST_VERSION}`);
}

/** By their names, the first of each. */
function entriesOf(archive: Bytes, faults: Faults): ReadonlyMap<string, TarEntry> {
  const entries = new Map<string, TarEntry>();
  const tell = (file: string, expected: string, seen: string) => faults.add({ kind: 'file', file, expected, seen });
  let due = 0;
  for (const entry of tarEntries(archive, (fault) => faults.add(fault))) {
    const { name } = entry;
    const place = BUNDLED.findIndex((bundled) => bundled === name);
    if (place < 0) tell(name, 'no such file', 'one');
    else if (entries.has(name)) tell(name, 'one file of this name', 'another one');
    else {
      if (place < due) tell(name, `this file before ${BUNDLED[due - 1]}`, 'behind it');
      due = Math.max(due, place + 1);
      entries.set(name, entry);
    }
    if (faults.count > faults.listed.length)
      throw new Unreadable('the archive holds too many files that no bundle has');
  }
  for (const name of BUNDLED) if (!entries.has(name)) tell(name, 'this file', 'none');
  return entries;
}

const isBehind = (head: Published, { origin, size }: Manifest): boolean => head.origin === origin && head.size > size;

/** Who signs a manifest signs the root of its events. */
function headIn({ origin, size, root }: Manifest, keys: readonly GivenKey[]): readonly Published[] {
  const hash = hashIn(root);
  return hash === undefined ? [] : [{ origin, size, root: hash, isSigned: keys.length > 0 }];
}

/** Who stands behind the manifest, and that the period was sealed. Answers whether the manifest is the one that was signed. */
function checkSigned(
  manifest: Manifest,
  text: string,
  file: (name: string) => Bytes,
  keys: readonly GivenKey[],
  faults: Faults,
): boolean {
  const noteOf = (name: string) => wholeOf(file(name), NOTE_BYTES_MAX, name).toString('utf8');
  const note = opened(noteOf('manifest.note'), keys);
  if ('seen' in note) faults.add({ kind: 'signature', file: 'manifest.note', ...note });
  else if (note.text !== closeText(manifest, digestOf(text)))
    faults.add({
      kind: 'manifest',
      file: 'manifest.json',
      expected: note.text,
      seen: closeText(manifest, digestOf(text)),
    });
  else if (note.by !== undefined && note.by.name !== manifest.origin)
    faults.add({ kind: 'signature', file: 'manifest.note', expected: manifest.origin, seen: note.by.name });
  const refused = 'seen' in note ? undefined : refusedSize(note.by, manifest.size);
  if (refused !== undefined) faults.add({ kind: 'signature', file: 'manifest.note', ...refused });
  const isVouched = !('seen' in note) && refused === undefined && note.text === closeText(manifest, digestOf(text));
  const known = openedHead(noteOf('checkpoint'), keys, manifest.origin);
  if ('seen' in known) {
    faults.add({ kind: 'signature', file: 'checkpoint', ...known });
    return isVouched;
  }
  const { size, root } = known.head;
  const { size: expected, root: expectedRoot } = manifest;
  if (size < expected) faults.add({ kind: 'file', file: 'checkpoint', expected, seen: size });
  else if (size === expected && base64Of(root) !== expectedRoot)
    faults.add({ kind: 'file', file: 'checkpoint', expected: expectedRoot, seen: base64Of(root) });
  return isVouched;
}

function checkEntries(entries: readonly TarEntry[], { end, files }: Manifest, faults: Faults): void {
  for (const { name, bytes, ...header } of entries) {
    const tell = (expected: string | number, seen: string | number) =>
      faults.add({ kind: 'file', file: name, expected, seen });
    const pairs = [
      ['mode', MODE, header.mode],
      ['uid', 0, header.uid],
      ['gid', 0, header.gid],
      ['owner', '', header.owner],
      ['group', '', header.group],
      ['mtime', end, header.mtime],
    ] as const;
    for (const [member, expected, seen] of pairs)
      if (expected !== seen) tell(`${member} ${expected}`, `${member} ${seen}`);
    const described = files.find((file) => file.name === name);
    if (described === undefined) continue;
    if (bytes.size !== described.bytes) tell(`${described.bytes} bytes`, `${bytes.size} bytes`);
    const sha256 = sha256Of(bytes);
    if (sha256 !== described.sha256) tell(described.sha256, sha256);
  }
}

function sha256Of(bytes: Bytes): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(bytes)) hash.update(chunk);
  return hash.digest('hex');
}

/** The events as an export of their own; undefined where they are none, which is told. */
function eventsOf(bytes: Bytes, manifest: Manifest | undefined, options: EventsOptions): EventsFound | undefined {
  const faults = new Faults();
  const tell = (expected: string | number, seen: string | number) =>
    options.faults.add({ kind: 'file', file: EVENTS, expected, seen });
  try {
    const found = auditEvents(linesOf(bytes), { ...options, faults });
    if (manifest === undefined) return found;
    const pairs = [
      ['origin', manifest.origin, found.origin],
      ['first', manifest.first_index, found.first],
      ['size', manifest.size, found.size],
      ['root', manifest.root, found.root ?? 'none'],
      ['lines', manifest.files.find(({ name }) => name === EVENTS)?.rows, found.lines],
    ] as const;
    for (const [name, expected, seen] of pairs) if (expected !== seen) tell(`${name} ${expected}`, `${name} ${seen}`);
    return found;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    tell('an events export', error.message);
    return undefined;
  } finally {
    options.faults.addAll(faults, { file: EVENTS });
  }
}

/** Where a file is not the one that was closed, its figures say nothing. */
function figures(file: (name: string) => Bytes, manifest: Manifest, faults: Faults): readonly string[] {
  if (faults.count > 0) return ['Figures were not compared with the events: the files are not those that were closed.'];
  try {
    compareFigures(file, manifest, faults);
    return [];
  } catch (error) {
    // Whoever has the key can close what is no ledger of ours: any member may be lacking.
    if (!(error instanceof WrittenByLaterRelease)) {
      const seen = error instanceof Error ? error.message : String(error);
      faults.add({ kind: 'file', file: EVENTS, expected: 'events that post', seen });
      return [];
    }
    return [`Figures were not compared with the events: ${error.message}`];
  }
}
