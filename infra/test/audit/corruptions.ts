import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { Random } from '@ledgate/domain/testing/simulation/random';
import { checkpointText } from '@ledgate/projections/seals/note-texts';
import { signedNote } from '@ledgate/projections/seals/signed-note';
import type { Wanted } from './located.ts';
import {
  type AnyLine,
  aSigner,
  eventsFile,
  fileOf,
  forged,
  headOf,
  linesIn,
  ORIGIN,
  randomEvents,
} from './random-ledger.ts';

/** A true export that is about to be tampered with. */
export type Truth = {
  readonly random: Random;
  readonly events: readonly RecordedEvent[];
  readonly lines: readonly AnyLine[];
  /** Above 0: events of the indexes before it are sealed. */
  readonly sealed: number;
};
type Corrupted = { readonly file: string; readonly checkpoints?: readonly string[]; readonly wanted: Wanted };

const OTHER = aSigner();
const STRANGER = aSigner('ledgate/another');

/** By how a file was tampered with; `isForged`: so that all that needs no key fits again. */
export const CORRUPTIONS: Readonly<Record<string, (truth: Truth, isForged: boolean) => Corrupted>> = {
  'an edited event': (truth, isForged) => {
    const { random } = truth;
    const { at, index } = someLeaf(truth, ({ event }) => event !== null);
    const lines = copied(truth.lines);
    const { event } = lines[at] ?? {};
    random.pick([
      () => (event.data.amount = (event.data.amount ?? 0) + 1),
      () => (event.recordedAt = '2020-01-01T00:00:00.000Z'),
      () => (event.metadata.actor = 'user-2'),
      () => (event.type = 'AnotherType'),
      () => (event.data.added = null),
    ])();
    return made(lines, isForged, { kinds: isForged ? ['edited', 'refilled'] : ['edited'], index });
  },
  'an edited private part': (truth, isForged) => {
    const { at, index } = someLeaf(truth, (line) => line['private'] !== null);
    const lines = copied(truth.lines);
    const line = lines[at] ?? {};
    if (isForged || truth.random.chance(0.7)) line['private'].attempts[0].latencyMs += 1;
    else line['private'] = null;
    return made(lines, isForged, { kinds: isForged ? ['edited', 'refilled'] : ['edited'], index });
  },
  'an edited hash': (truth) => {
    const { at, index } = someLeaf(truth);
    const lines = copied(truth.lines);
    const { leaf } = lines[someLeaf(truth, (line) => line['index'] !== index).at] ?? {};
    lines[at] = { ...lines[at], leaf };
    return made(lines, false, { kinds: ['edited', 'refilled'], index });
  },
  'a deleted event': (truth, isForged) => {
    const { at, index } = someLeaf(truth);
    const lines = copied(truth.lines).filter((_, place) => place !== at);
    return made(lines, isForged, { kinds: ['deleted'], index });
  },
  'a doubled event': (truth, isForged) => {
    const { at, index } = someLeaf(truth);
    const lines = copied(truth.lines);
    lines.splice(at, 0, structuredClone(lines[at] ?? {}));
    return made(lines, isForged, { kinds: ['inserted'], index });
  },
  'an event of before once more': (truth, isForged) => {
    const [one, other] = [someLeaf(truth), someLeaf(truth)];
    const lines = copied(truth.lines);
    const { index: _, ...again } = structuredClone(lines[Math.min(one.at, other.at)] ?? {});
    const at = Math.max(one.at, other.at);
    const index = Math.max(one.index, other.index);
    lines.splice(at, 0, { index, ...again });
    return made(lines, isForged, { kinds: ['inserted', 'reordered'], index });
  },
  'exchanged events': (truth, isForged) => {
    const { at, index } = someLeaf(truth, (_, place) => truth.lines[place + 1]?.['leaf'] !== undefined);
    const lines = copied(truth.lines);
    const [one = {}, next = {}] = lines.slice(at, at + 2);
    lines.splice(at, 2, next, one);
    return made(lines, isForged, { kinds: isForged ? ['reordered', 'inserted', 'refilled'] : ['reordered'], index });
  },
  'a cut tail': (truth, isForged) => {
    const { random, events, sealed } = truth;
    if (!isForged) {
      const file = fileOf(truth.lines);
      const header = file.indexOf('\n') + 1;
      const cut = file.slice(0, random.whole(header, file.length - 2));
      return { file: cut, wanted: { kinds: ['truncated'] } };
    }
    const size = random.whole(firstOf(truth), sealed - 1);
    const lines = copied(truth.lines).filter(
      (line) => (line['index'] ?? -1) < size && !(line['seal'] && line['size'] > size),
    );
    const head = headOf(events, sealed);
    return { file: fileOf(forged(lines)), checkpoints: [head], wanted: { kinds: ['truncated'], index: sealed - 1 } };
  },
  'a tail that was filled again': (truth) => {
    const { random, events, sealed } = truth;
    const from = random.whole(firstOf(truth), sealed - 1);
    const lines = copied(truth.lines).filter((line) => !(line['seal'] && line['size'] > from));
    for (const { index = -1, event } of lines)
      if (index >= from && event) event.recordedAt = '2020-01-01T00:00:00.000Z';
    const isChanged = lines.some(({ index = -1, event }) => index >= from && index < sealed && event);
    const wanted: Wanted = { kinds: ['refilled'], index: from };
    if (!isChanged) for (const line of lines) if (line['index'] === from) line['event'] = { ...EVENT };
    return { file: fileOf(forged(lines)), checkpoints: [headOf(events, sealed)], wanted };
  },
  'a seal by another key': (truth) => {
    const { at, size } = someSeal(truth);
    const lines = copied(truth.lines);
    const signer = truth.random.pick([OTHER, STRANGER]);
    const text = checkpointText({ origin: signer.name, size, root: new Uint8Array(32) });
    lines[at] = { seal: signedNote(text, signer), size };
    return made(lines, false, { kinds: ['signature'], index: size - 1 });
  },
  'a changed note': (truth) => {
    const { random } = truth;
    const { at, size } = someSeal(truth);
    const lines = copied(truth.lines);
    const note: string = lines[at]?.['seal'];
    const place = random.whole(0, note.length - 1);
    const seal = `${note.slice(0, place)}${note[place] === 'x' ? 'y' : 'x'}${note.slice(place + 1)}`;
    lines[at] = { seal, size };
    return made(lines, false, { kinds: ['signature'], index: size - 1 });
  },
  'a seal for another size': (truth) => {
    const { at, size } = someSeal(truth);
    const lines = copied(truth.lines);
    lines[at] = { ...lines[at], size: size + truth.random.pick([-1, 1, 5]) };
    return made(lines, false, { kinds: ['signature'], index: size - 1 });
  },
  'a seal in another place': (truth) => {
    const { at, size } = someSeal(truth);
    const lines = copied(truth.lines);
    const [seal = {}] = lines.splice(at, 1);
    const to = truth.random.pick([at - 1, at + 1]);
    lines.splice(lines[to - 1]?.['ledgate'] === undefined && to < lines.length ? to : at - 1, 0, seal);
    return made(lines, false, { kinds: ['reordered', 'inserted'], index: size - 1 });
  },
  'a deleted seal': (truth) => {
    const { at } = someSeal(truth);
    return made(
      copied(truth.lines).filter((_, place) => place !== at),
      false,
      { kinds: ['deleted'] },
    );
  },
  'a doubled seal': (truth) => {
    const { at, size } = someSeal(truth);
    const lines = copied(truth.lines);
    lines.splice(at, 0, { ...lines[at] });
    return made(lines, false, { kinds: ['inserted'], index: size - 1 });
  },
  'a changed end': (truth) => {
    const lines = copied(truth.lines);
    const end = lines.at(-1) ?? {};
    truth.random.pick([
      () => (end['size'] += 1),
      () => (end['size'] -= 1),
      () => (end['root'] = HASH),
      () => (end['lines'] += 1),
    ])();
    return made(lines, false, { kinds: ['truncated', 'inserted', 'refilled', 'deleted'] });
  },
  'a position of another': (truth) => {
    const { at, index } = someLeaf(truth, ({ index: place }) => place > firstOf(truth));
    const lines = copied(truth.lines);
    lines[at] = { ...lines[at], position: 0 };
    return made(lines, false, { kinds: ['edited', 'reordered'], index });
  },
  'a line that is none': (truth) => {
    const { at, index } = someLeaf(truth);
    const file = fileOf(truth.lines).split('\n');
    const line = file[at] ?? '';
    const half = Math.floor(line.length / 2);
    file[at] = truth.random.pick([line.slice(0, half), '', `${line.slice(0, half)}\0${line.slice(half)}`, '{}', '7']);
    return { file: file.join('\n'), wanted: { kinds: ['edited'], index } };
  },
  'a member that is there twice': (truth) => {
    const { at, index } = someLeaf(truth, ({ event }) => event !== null);
    const file = fileOf(truth.lines).split('\n');
    file[at] = (file[at] ?? '').replace('"event":{', '"event":{"type":"QuotaGranted",');
    return { file: file.join('\n'), wanted: { kinds: ['edited'], index } };
  },
  'an event that is not shown': ({ random }) => {
    // Before one of its stream that is: behind the last of them nobody can tell.
    const truth = manyEvents(random);
    const { at, index } = someLeaf(
      truth,
      ({ event }, place) =>
        event !== null && truth.lines.slice(place + 1).some((other) => other['event']?.stream === event.stream),
    );
    const lines = copied(truth.lines);
    lines[at] = { ...lines[at], event: null, private: null };
    return made(lines, false, { kinds: ['edited'], index });
  },
  'something beside an event that is not shown': ({ random }) => {
    const truth = manyEvents(random);
    const { at, index } = someLeaf(truth, ({ event }) => event === null);
    const file = fileOf(truth.lines).split('\n');
    file[at] = (file[at] ?? '').replace(
      ...random.pick<[string, string]>([
        ['"event":null', '"event":{"type":"QuotaGranted"},"event":null'],
        ['"private":null', '"private":{"attempts":[]}'],
        ['"event":null', '"event": null'],
      ]),
    );
    return { file: file.join('\n'), wanted: { kinds: ['edited'], index } };
  },
  'a member of a header, a seal or the end that is there twice': (truth) => {
    const file = fileOf(truth.lines).split('\n');
    const { at } = someSeal(truth);
    const place = truth.random.pick([0, at, file.length - 2]);
    file[place] = (file[place] ?? '').replace(/"(first|size|root)":/u, '"$1":0,$&');
    return { file: file.join('\n'), wanted: { kinds: ['edited'] } };
  },
  'another frontier': (truth) => {
    const lines = copied(truth.lines);
    const [header = {}] = lines;
    const frontier: string[] = header['frontier'];
    if (frontier.length === 0) header['origin'] = `${ORIGIN}x`;
    else frontier[truth.random.whole(0, frontier.length - 1)] = HASH;
    return made(lines, false, { kinds: ['signature', 'refilled'], index: firstOf(truth) });
  },
};

const HASH = Buffer.alloc(32, 7).toString('base64');
const EVENT = {
  data: {},
  id: 'x',
  metadata: {},
  recordedAt: '2020-01-01T00:00:00.000Z',
  revision: 0,
  stream: 'x',
  type: 'X',
};

/** Of each kind some. */
function manyEvents(random: Random): Truth {
  const events = randomEvents(random, 100);
  return { random, events, lines: linesIn(eventsFile(events, { sealedAt: [50, 100] })), sealed: 100 };
}

const copied = (lines: readonly AnyLine[]): AnyLine[] => structuredClone([...lines]);
const firstOf = ({ lines }: Truth): number => lines[0]?.['first'];

const made = (lines: readonly AnyLine[], isForged: boolean, wanted: Wanted): Corrupted => ({
  file: fileOf(isForged ? forged(lines) : lines),
  wanted,
});

/** Of those that are sealed. */
function someLeaf(
  { random, lines, sealed }: Truth,
  isWanted: (line: AnyLine, at: number) => boolean = () => true,
): { readonly at: number; readonly index: number } {
  const found = lines.flatMap((line, at) =>
    'leaf' in line && line['index'] < sealed && isWanted(line, at) ? [{ at, index: line['index'] as number }] : [],
  );
  return random.pick(found);
}

function someSeal({ random, lines }: Truth): { readonly at: number; readonly size: number } {
  return random.pick(lines.flatMap((line, at) => ('seal' in line ? [{ at, size: line['size'] as number }] : [])));
}
