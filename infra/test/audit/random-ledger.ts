import { generateKeyPairSync } from 'node:crypto';
import { accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { Frontier } from '@ledgate/domain/seal/tree';
import type { Random } from '@ledgate/domain/testing/simulation/random';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { Charge } from '@ledgate/domain/till/charge';
import { base64Of, digestOf, hashIn, hashOfLeaf, sha256 } from '@ledgate/projections/seals/hashes';
import { checkpointText, originOf } from '@ledgate/projections/seals/note-texts';
import { signedNote, type Signer, signerOf, vkeyOf } from '@ledgate/projections/seals/signed-note';

export const ORIGIN = originOf('0b5f0c4e-7c26-4a1c-9a70-5d7c3f2b1a10');
export const aSigner = (name = ORIGIN): Signer => signerOf(name, generateKeyPairSync('ed25519').privateKey);
export const SIGNER = aSigner();
export const VKEY = vkeyOf(SIGNER);

const START_MS = Date.UTC(2026, 10, 1);
const USERS = 3;

/** A line of an events export, which tests may change. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever a forger likes
export type AnyLine = Record<string, any>;

/** Random events of a few accounts, a till, codes and administration, by index; times go on by whole seconds. */
export function randomEvents(random: Random, count: number): readonly RecordedEvent[] {
  const revisions = new Map<string, number>();
  const charged: Charge[] = [];
  const events: RecordedEvent[] = [];
  for (let index = 0; index < count; index += 1) {
    const { stream, event } = randomEvent(random, index, charged);
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const occurredAtMs = START_MS + index * 1_000;
    const context = {
      commandId: `${stream}/${revision}`,
      correlationId: `act-${index}`,
      occurredAtMs,
      actor: 'user-1',
    };
    for (const encoded of encode([event], context))
      events.push({
        ...encoded,
        stream,
        revision: revision as Revision,
        position: (index * 2 + 1) as Position,
        recordedAt: new Date(occurredAtMs + 5).toISOString(),
      });
  }
  return events;
}

function randomEvent(
  random: Random,
  index: number,
  charged: Charge[],
): { readonly stream: string; readonly event: LedgerEvent } {
  const userId = 1 + random.whole(0, USERS - 1);
  const amount = 1 + random.whole(0, 4_999);
  const source = `source-${index}`;
  const ofAccount = (event: unknown) => ({ stream: accountStream(userId as never), event: event as LedgerEvent });
  const charge = (more: object) =>
    exampleCharge({
      requestId: `request-${index}`,
      accountId: userId,
      usage: { source: random.chance(0.25) ? 'estimated' : 'provider', prompt: amount, completion: 0 },
      price: { ...exampleCharge().price, exact: String(amount) },
      amount,
      privateSalt: `salt-${random.whole(0, 1e9)}`,
      ...more,
    } as Partial<Charge>);
  switch (random.whole(0, 11)) {
    case 0:
      return ofAccount({ type: 'QuotaGranted', data: { amount, grant: 'new_user', source } });
    case 1: {
      const order = { tradeNo: `T${index}`, provider: 'epay', moneyMinor: 730, currency: 'CNY' };
      return ofAccount({ type: 'QuotaToppedUp', data: { ...order, amount, source } });
    }
    case 2:
      return ofAccount({
        type: 'QuotaAdjusted',
        data: { delta: amount, actorId: 1, reason: 'a “gift”', absolute: null },
      });
    case 3:
      return ofAccount({ type: 'RedemptionCredited', data: { amount, source, codeId: index + 1, use: 1 } });
    case 4:
      return ofAccount({ type: 'LateConsumptionRecorded', data: { source, charge: charge({}) } });
    case 5: {
      const earlier = charged[random.whole(0, charged.length)];
      if (earlier === undefined) break;
      const { requestId, tokenId, accountId } = earlier;
      const event = { type: 'ConsumptionRefunded', data: { amount: 1, source: `task-${index}`, tokenId, requestId } };
      return { stream: accountStream(accountId), event: event as LedgerEvent };
    }
    case 6: {
      const data = { codeId: index + 1, amount, actorId: 1, usesMax: 1 };
      return { stream: `redemption-${index + 1}`, event: { type: 'CodeIssued', data } as unknown as LedgerEvent };
    }
    case 7: {
      const change = { actorId: 1, action: 'user.update', target: '2', before: {}, after: { name: `n${index}` } };
      const data = { ...change, reason: '', requestId: `r-${index}` };
      return { stream: 'audit-202611', event: { type: 'AdministrationRecorded', data } as unknown as LedgerEvent };
    }
    default:
  }
  const recorded = charge({});
  charged.push(recorded);
  return { stream: 'till-1', event: { type: 'ConsumptionRecorded', data: { ...recorded, interrupted: false } } };
}

type FileOptions = {
  /** Sizes that are sealed. */
  readonly sealedAt?: readonly number[];
  readonly first?: number;
  /** By size. */
  readonly signer?: (size: number) => Signer;
};

/** An events export of some events, as the layout has it. */
export function eventsFile(events: readonly RecordedEvent[], options: FileOptions = {}): string {
  const { sealedAt = [], first = 0, signer = () => SIGNER } = options;
  const tree = new Frontier(sha256);
  const lines: string[] = [];
  const header = () => {
    const frontier = tree.hashes.map(base64Of);
    const position = events.at(-1)?.position ?? 0;
    lines.push(
      JSON.stringify({ ledgate: 'events', version: 1, origin: ORIGIN, first, size: events.length, position, frontier }),
    );
  };
  for (const [index, event] of events.entries()) {
    if (index === first) header();
    const { text, private: hidden } = leafOf(event, digestOf);
    tree.add(hashOfLeaf(text));
    if (index < first) continue;
    const isShown = !event.stream.startsWith('audit-');
    const place = `"index":${index},"position":${event.position},"leaf":"${base64Of(hashOfLeaf(text))}"`;
    lines.push(`{${place},"event":${isShown ? text : 'null'},"private":${isShown ? (hidden ?? 'null') : 'null'}}`);
    const size = index + 1;
    if (!sealedAt.includes(size)) continue;
    lines.push(JSON.stringify({ seal: noteAt(tree, signer(size)), size }));
  }
  if (events.length === first) header();
  lines.push(JSON.stringify({ end: true, size: events.length, root: base64Of(tree.root), lines: lines.length + 1 }));
  return `${lines.join('\n')}\n`;
}

const noteAt = ({ size, root }: Frontier, signer: Signer): string =>
  signedNote(checkpointText({ origin: signer.name, size, root }), signer);

/** The note of a head that somebody has kept. */
export function headOf(events: readonly RecordedEvent[], size: number, signer = SIGNER): string {
  const tree = new Frontier(sha256);
  for (const event of events.slice(0, size)) tree.add(hashOfLeaf(leafOf(event, digestOf).text));
  return noteAt(tree, signer);
}

export const linesIn = (file: string): AnyLine[] =>
  file
    .split('\n')
    .slice(0, -1)
    .map((line): AnyLine => JSON.parse(line));
export const fileOf = (lines: readonly AnyLine[]): string =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;

/** Indexes, hashes, the end and, half the time, positions made to fit the events again, as one without the key would. */
export function forged(lines: readonly AnyLine[]): AnyLine[] {
  const [header] = lines;
  const hashes: string[] = header?.['frontier'] ?? [];
  const tree = new Frontier(
    sha256,
    header?.['first'],
    hashes.map((text) => hashIn(text) ?? new Uint8Array()),
  );
  const size = tree.size + lines.filter((line) => 'leaf' in line).length;
  return lines.map((line): AnyLine => {
    if ('ledgate' in line) return { ...line, size };
    if ('end' in line) return { ...line, size, root: base64Of(tree.root), lines: lines.length };
    if (!('leaf' in line)) return line;
    const { event, private: hidden } = line;
    const own = event?.data?.charge?.private === undefined ? event?.data : event.data.charge;
    if (typeof own?.private === 'string') own.private = digestOf(canonicalJson(hidden));
    const hash = event === null ? (hashIn(line['leaf']) ?? new Uint8Array()) : hashOfLeaf(canonicalJson(event));
    const index = tree.size;
    tree.add(hash);
    const position = size % 2 === 0 ? index * 2 + 1 : line['position'];
    return { ...line, index, position, leaf: base64Of(hash) };
  });
}
