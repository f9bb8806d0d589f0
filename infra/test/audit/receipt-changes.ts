import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import type { Random } from '@ledgate/domain/testing/simulation/random';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import type { Wanted } from './located.ts';
import { type AnyLine, aSigner } from './random-ledger.ts';
import { randomReceipt } from './random-receipt.ts';

const EDITED = { kinds: ['edited'] } as const satisfies Wanted;

/** Changes the leaf as one without the key would, who leaves it canonical. */
function inLeaf(proven: AnyLine, change: (event: AnyLine) => void): void {
  const event: AnyLine = JSON.parse(proven['leaf']);
  change(event);
  proven['leaf'] = canonicalJson(event);
}

/** Each makes one sentence untrue. */
export const RECEIPT_CHANGES: Readonly<Record<string, (data: AnyLine, random: Random) => Wanted>> = {
  'its figures': ({ receipt }, random) => {
    random.pick([
      () => (receipt.total += 1),
      () => (receipt.exact = `${receipt.exact}.5`),
      () => (receipt.usage.prompt += 1),
      () => (receipt.usage.completion += 1),
      () => (receipt.request_id = 'another'),
    ])();
    return EDITED;
  },
  'its leaf': (data, random) => {
    inLeaf(data, (event) => {
      random.pick([
        () => (event['data'].amount += 1),
        () => (event['data'].usage.prompt += 1),
        () => (event['data'].price.modelRatio = '2'),
        () => (event['recordedAt'] = '2020-01-01T00:00:00.000Z'),
        () => (event['type'] = 'QuotaGranted'),
      ])();
    });
    return EDITED;
  },
  'its leaf, no more canonical': (data) => {
    data['leaf'] = ` ${data['leaf']}`;
    return EDITED;
  },
  'its proof': ({ proof, index }, random) => {
    random.pick([
      () => (proof.index += 1),
      () => (proof.size += 1),
      () => (proof.hashes = proof.hashes.slice(1)),
      () => (proof.hashes[0] = Buffer.alloc(32).toString('base64')),
    ])();
    return { ...EDITED, index };
  },
  'its index': (data) => {
    data['index'] += 1;
    return EDITED;
  },
  'its checkpoint': ({ proof, index }, random) => {
    const note: string = proof.checkpoint;
    const at = random.whole(0, note.length - 1);
    proof.checkpoint = `${note.slice(0, at)}${note[at] === 'x' ? 'y' : 'x'}${note.slice(at + 1)}`;
    return { kinds: ['signature'], index };
  },
  'its key': (data) => {
    data['vkey'] = vkeyOf(aSigner());
    return { kinds: ['signature'] };
  },
  'its proof taken away': (data) => {
    [data['proof'], data['sealed']] = [null, false];
    return { kinds: ['signature'] };
  },
  'its private part': (data) => {
    data['private'].attempts[0].latencyMs += 1;
    return EDITED;
  },
  'what it stands at': (data) => {
    data['stands_at'] += 1;
    return EDITED;
  },
  'what came later': (data, random) => {
    const later: AnyLine[] = data['later'];
    if (later.length === 0) later.push({ ...randomReceipt(random).answer['data'], index: data['index'] + 1 });
    else
      random.pick([
        () => later.shift(),
        () => later.push({ ...later[0] }),
        () => {
          for (const proven of later) inLeaf(proven, ({ data: change }) => (change.after = (change.after ?? 0) + 1));
        },
        () => inLeaf(later[0] ?? {}, ({ data: change }) => (change.requestId = 'another')),
      ])();
    return EDITED;
  },
};
