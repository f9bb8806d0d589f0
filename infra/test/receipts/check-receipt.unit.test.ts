import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FIXTURES } from '@ledgate/domain/events/fixtures';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { reckon, waivedPrice } from '@ledgate/domain/pricing/reckon';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { Charge, Usage } from '@ledgate/domain/till/charge';
import { vkeyOf } from '@ledgate/projections/seals/signed-note';
import { casesInFull } from '../testing/in-full.ts';
import { type Deceit, newSigner, type ReceiptAnswer, type SealedEvent, sealedReceipt, told } from './sealed-receipt.ts';

const HOUSE = join(import.meta.dirname, '..', '..', '..');
const SCRIPT = join(HOUSE, 'docs', 'check-receipt.mjs');
const IN_TURN = join(import.meta.dirname, 'checks-in-turn.mjs');
const LINES_MAX = 100;
const LINE_CHARACTERS_MAX = 160;
const CHANGES = casesInFull([300], [1_000]).at(-1) ?? 0;

const signer = newSigner();
const VKEY = vkeyOf(signer);

/** Mulberry32: numbers from 0 (inclusive) to 1 by a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomOf(16);
const below = (end: number): number => Math.floor(random() * end);
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

const defaults = defaultPriceBook();
const book: PriceBook = {
  ...defaults,
  version: 1,
  builtIn: { rules: 2, catalogue: '' },
  groupRatio: { ...defaults.groupRatio, night: '0.7' },
  prices: {
    parted: { input: '1.25', output: '10', cachedRead: '0.125', audioInput: '40', imageOutput: '33', search: '0.01' },
  },
  services: { parted: { flex: { ratio: '0.5' } } },
  rules: [{ id: 'less', users: [4], groups: [], models: [], ratio: '0.93' }],
};
const later: PriceBook = { ...book, version: 2, groupRatio: { ...book.groupRatio, default: '1.1', night: '0.35' } };
/** Of each method: tokens, with sound too, call, parts. */
const MODELS = ['gpt-3.5-turbo-0613', 'gpt-4o-audio-preview', 'gpt-4-gizmo-x', 'parted'];

function randomUsage(): Usage {
  const [prompt, completion] = [below(4_000), below(900)];
  const parts = {
    cachedRead: below(prompt / 3 + 1),
    audioInput: below(prompt / 3 + 1),
    audioOutput: below(completion + 1),
  };
  return { source: 'provider', prompt, completion, ...(below(2) === 0 ? { parts } : {}) };
}

let requests = 0;
const requestId = () => `req-${(requests += 1)}-é` as RequestId;

type Terms = { readonly model: string; readonly group: string; readonly userId: number };
const randomTerms = (): Terms => ({ model: oneOf(MODELS), group: oneOf(['default', 'night']), userId: oneOf([2, 4]) });

function chargeOf(terms: Terms, changes: Partial<Charge> = {}): Charge {
  const usage = randomUsage();
  const { amount, price } = reckon({ book, ...terms, usage });
  const isWaived = below(8) === 0;
  return exampleCharge({
    requestId: requestId(),
    privateSalt: 'AAECAwQFBgcICQoLDA0ODw',
    task: { taskId: '7', platform: 'video', action: 'generate' },
    usage,
    amount: isWaived ? quota(0) : amount,
    price: isWaived ? waivedPrice(price) : price,
    ...changes,
  });
}

const chargeEvent = (charge: Charge): LedgerEvent =>
  ({
    ConsumptionRecorded: { type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } },
    LateConsumptionRecorded: { type: 'LateConsumptionRecorded', data: { source: charge.requestId, charge } },
    ConsumptionCorrected: { type: 'ConsumptionCorrected', data: { source: charge.requestId, delta: 3, charge } },
  })[oneOf(['ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected'] as const)] as LedgerEvent;

type Followed = { readonly events: readonly LedgerEvent[]; readonly standsAt: number };

/** A charge with a settlement, up to three re-rates and a refund, each where chance wants it. */
function randomStory(): Followed {
  const terms = randomTerms();
  const charge = chargeOf(terms);
  const common = { requestId: charge.requestId, tokenId: charge.tokenId, n: 0 };
  const events: unknown[] = [chargeEvent(charge)];
  let [stood, usage] = [charge.amount, charge.usage];
  if (below(3) === 0) {
    const settled = { ...randomUsage() };
    const { amount, price } = reckon({ book, ...terms, usage: settled });
    const data = { ...common, billId: '7', usage: settled, price, before: stood, after: amount, source: 'settle-7' };
    events.push({ type: 'SuspenseSettled', data });
    [stood, usage] = [amount, settled];
  }
  for (let left = below(4); left > 0; left -= 1) {
    const { amount: after, price } = reckon({ book: left % 2 === 0 ? book : later, ...terms, usage });
    const rerate = { rerateId: 'r', delta: after - stood, before: stood, after, price, suspended: false };
    events.push({ type: 'ConsumptionRerated', data: { ...common, ...rerate, source: 'rerate-r' } });
    stood = after;
  }
  if (below(3) === 0) {
    const { requestId: id, tokenId } = charge;
    events.push({
      type: 'ConsumptionRefunded',
      data: { amount: stood, source: 'task-7', tokenId, ...(below(4) === 0 ? {} : { requestId: id }) },
    });
    stood = quota(0);
  }
  return { events: events as LedgerEvent[], standsAt: stood };
}

/** Changes to a receipt by what is changed; false where it has no such thing. */
const MEMBERS: Readonly<Record<string, (answer: ReceiptAnswer) => unknown>> = {
  request: ({ receipt }) => (receipt.request_id += 'x'),
  prompt: ({ receipt }) => (receipt.usage.prompt += 1),
  completion: ({ receipt }) => (receipt.usage.completion += 1),
  exact: ({ receipt }) => (receipt.exact += '1'),
  total: ({ receipt }) => (receipt.total += 1),
  'stands at': (answer) => (answer.stands_at -= 1),
  'a member left out': (answer) =>
    Reflect.deleteProperty(answer, oneOf(['receipt', 'leaf', 'index', 'proof', 'later', 'stands_at'])),
  private: (answer) => {
    if (answer.private === undefined) return false;
    return (answer.private = { ...answer.private, channelId: 77 });
  },
  'a change left out': ({ later: changes }) => {
    const at = changes.findIndex(isMove);
    return at >= 0 && changes.splice(at, 1);
  },
  'a change twice': ({ later: changes }) => {
    const move = changes.find(isMove);
    return move !== undefined && changes.push(move);
  },
  ...ofProofs('', (answer) => answer),
  ...ofProofs(' of a change', ({ later: changes }) => changes.at(below(changes.length))),
};

/** Whether a change goes from one amount to another. */
function isMove({ leaf }: SealedEvent): boolean {
  const { data } = JSON.parse(leaf) as { data: { amount?: number; before?: number; after?: number } };
  return data.amount === undefined ? data.before !== data.after : data.amount > 0;
}

type Sealed = SealedEvent & { readonly proof: NonNullable<SealedEvent['proof']> };

function ofProofs(
  where: string,
  sealedOf: (answer: ReceiptAnswer) => SealedEvent | undefined,
): Readonly<Record<string, (answer: ReceiptAnswer) => unknown>> {
  const changes: Readonly<Record<string, (sealed: Sealed) => unknown>> = {
    leaf: (one) => (one.leaf = one.leaf.replace(/"amount":\d|"after":\d|"price/u, '$&1')),
    'a byte of the leaf': (one) => (one.leaf = withOther(one.leaf, below(one.leaf.length))),
    index: (one) => (one.index += 1),
    'index of the proof': ({ proof }) => (proof.index += 1),
    'index of both': (one) => (one.index = one.proof.index += 1),
    'size of the proof': ({ proof }) => (proof.size += 1),
    'a hash': ({ proof: { hashes } }) =>
      hashes.length > 0 && (hashes[below(hashes.length)] = Buffer.alloc(32, 9).toString('base64')),
    'a hash left out': ({ proof: { hashes } }) => hashes.length > 0 && hashes.splice(below(hashes.length), 1),
    'a hash more': ({ proof: { hashes } }) => hashes.push(Buffer.alloc(32, 9).toString('base64')),
    'a byte of the checkpoint': ({ proof }) => {
      // Behind the signature's first bytes base64 has bits that say nothing.
      const end = proof.checkpoint.length - 4;
      proof.checkpoint = withOther(proof.checkpoint, below(end));
    },
    'size of the checkpoint': ({ proof }) =>
      (proof.checkpoint = proof.checkpoint.replace(/\n\d+\n/u, `\n${proof.size + 1}\n`)),
    'whether it is sealed': (one) => Reflect.set(one, 'sealed', false),
    proof: (one) => ((one as SealedEvent).proof = null),
  };
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      `${name}${where}`,
      (answer) => {
        const sealed = sealedOf(answer);
        return sealed !== undefined && sealed.proof !== null && change(sealed as Sealed);
      },
    ]),
  );
}

const withOther = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`;

const TYPE = /"type":"ConsumptionRecorded"/u;
const recorded = (charge: Charge): LedgerEvent => ({
  type: 'ConsumptionRecorded',
  data: { ...charge, interrupted: false },
});
const ofCharge =
  (changes: Partial<Charge>) =>
  ({ events, standsAt }: Followed): Followed => ({
    events: events.map((event) => ({ ...event, data: { ...event.data, ...changes } }) as LedgerEvent),
    standsAt: Number(changes.amount ?? standsAt),
  });

function receiptOf({ events, standsAt }: Followed, deceit?: Deceit, by = signer): ReceiptAnswer {
  const index = below(20);
  const size = index + events.length + below(20);
  return sealedReceipt(by, events.map(told), { index, size, standsAt, ...(deceit ? { deceit } : {}) });
}

type Run = { readonly code: number; readonly said: readonly string[] };
let folder = '';
let files = 0;
const kept = (text: string): string => {
  const file = join(folder, `receipt-${(files += 1)}.json`);
  writeFileSync(file, text);
  return file;
};

function checked(answers: readonly unknown[], vkey = VKEY): Run[] {
  const list = kept(JSON.stringify(answers.map((answer) => [kept(JSON.stringify(answer)), vkey])));
  const printed = execFileSync(process.execPath, [IN_TURN, SCRIPT, list], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(printed) as Run[];
}

/** What one check says of a receipt that does not hold. */
const faultsOf = (answer: unknown, vkey?: string): string => {
  const [run] = checked([answer], vkey);
  expect(run?.code).toBe(1);
  return run?.said.join('\n') ?? '';
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-receipt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the script that checks a receipt', () => {
  it('is short, and imports nothing that Node does not have', () => {
    const lines = readFileSync(SCRIPT, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    expect(lines.filter((line) => line.length > LINE_CHARACTERS_MAX)).toEqual([]);
    const imported = lines.flatMap((line) => /(?:from|import|require)[\s(]+'([^']+)'/u.exec(line)?.[1] ?? []);
    expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(imported).toHaveLength(3);
  });

  it('accepts true receipts of every method and what followed them, and says what it has checked', () => {
    const stories = Array.from({ length: casesInFull([150], [300]).at(-1) ?? 0 }, randomStory);
    const methods = new Set(stories.map(({ events }) => JSON.stringify(events[0]).match(/"method":"(\w+)"/u)?.[1]));
    expect([...methods].toSorted()).toEqual(['call', 'parts', 'tokens']);
    const answers = stories.map((story) => receiptOf(story));
    const runs = checked(
      answers.map((answer, at) => (at % 2 === 0 ? answer : { success: true, message: '', data: answer })),
    );
    expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
    runs.forEach(({ said }, at) => {
      const { receipt, index, proof, stands_at: stands } = answers[at] as ReceiptAnswer;
      expect(said.join('\n')).toBe(
        `It holds: request ${receipt.request_id}, ${receipt.total} units, stands at ${stands}, event ${index} of ${proof?.size}, under the key ${VKEY}`,
      );
    });
  });

  it('accepts charges as every schema has stored them', () => {
    const stored = FIXTURES.filter(({ type }) =>
      ['ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected'].includes(type),
    );
    expect(stored.length).toBeGreaterThanOrEqual(6);
    const answers = stored.map(({ type, data }) => {
      const { amount, charge } = JSON.parse(data) as Partial<Record<'amount' | 'charge', { amount: number }>>;
      const standsAt = Number(charge?.amount ?? amount);
      return sealedReceipt(signer, [{ type, data }], { index: 3, size: 11, standsAt });
    });
    expect(checked(answers).filter(({ code }) => code !== 0)).toEqual([]);
  });

  it(`finds ${CHANGES} random changes`, () => {
    const answers: ReceiptAnswer[] = [];
    const what: string[] = [];
    while (answers.length < CHANGES) {
      const answer = receiptOf(randomStory());
      const name = oneOf(Object.keys(MEMBERS));
      if (MEMBERS[name]?.(answer) === false) continue;
      answers.push(answer);
      what.push(name);
    }
    const runs = checked(answers);
    expect(runs.flatMap(({ code }, at) => (code === 1 ? [] : [what[at]]))).toEqual([]);
    expect(runs.filter(({ said }) => said.length === 0 || said.some((line) => /^ +at /mu.test(line)))).toEqual([]);
    expect(new Set(what).size).toBe(Object.keys(MEMBERS).length);
  });

  it.each<[string, (story: Followed) => Followed, Deceit, RegExp]>([
    ['another amount', ofCharge({ amount: quota(4_711) }), {}, /Usage and price of the charge do not come to 4711/u],
    ['nothing charged', ofCharge({ amount: quota(0) }), {}, /Usage and price of the charge do not come to 0/u],
    [
      'another usage',
      ofCharge({ usage: { source: 'provider', prompt: 9_999, completion: 1 } }),
      {},
      /Usage and price/u,
    ],
    [
      'another kind of event',
      (story) => story,
      { changed: (leaf) => leaf.replace(TYPE, '"type":"TillFenced"') },
      /The leaf is no charge: TillFenced/u,
    ],
    [
      'a leaf of another form',
      (story) => story,
      { changed: (leaf) => leaf.replace(/:/u, ': ') },
      /not in its canonical form/u,
    ],
    [
      'a leaf with a member twice',
      (story) => story,
      { changed: (leaf) => leaf.replace(TYPE, '"type":"Other",$&') },
      /not in its canonical form/u,
    ],
    ['the name of another ledger', (story) => story, { origin: 'ledgate/other' }, /of another ledger/u],
  ])('finds %s that was sealed', (_what, forged, deceit, sentence) => {
    const charge = exampleCharge({ requestId: requestId(), privateSalt: 's' });
    const story = { events: [recorded(charge)], standsAt: charge.amount };
    expect(faultsOf(receiptOf(forged(story), deceit))).toMatch(sentence);
  });

  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['from another amount', { before: 99 }, /Change 1 begins at 99, but the charge stood at 100/u],
    ['to another amount', { after: 51 }, /Change 1: usage and price do not come to 51/u],
    ['of another request', { requestId: 'req-other' }, /Change 1 is of another request: req-other/u],
  ])('finds a change %s that was sealed', (_what, changes, sentence) => {
    const charge = exampleCharge({ requestId: requestId() });
    const price = { ...charge.price, groupRatio: '0.5', exact: '50' };
    const data = { requestId: charge.requestId, before: 100, after: 50, price, ...changes };
    const events = [recorded(charge), { type: 'ConsumptionRerated', data } as unknown as LedgerEvent];
    expect(faultsOf(receiptOf({ events, standsAt: 50 }))).toMatch(sentence);
  });

  const refunded = (more: object, changes: Partial<Charge> = {}): Followed => {
    const charge = exampleCharge({ requestId: requestId(), ...changes });
    const data = { amount: charge.amount / 2, source: 'task-7', tokenId: 5, ...more };
    const refund = { type: 'ConsumptionRefunded', data } as unknown as LedgerEvent;
    return { events: [recorded(charge), refund], standsAt: charge.amount / 2 };
  };
  const task = { taskId: '7', platform: 'video', action: 'generate' };

  it('finds a refund of what is not known, unless the charge is of a time that knew no tasks', () => {
    const sentence = /Change 1 is of another request: no name/u;
    expect(faultsOf(receiptOf(refunded({})))).toMatch(sentence);
    expect(faultsOf(receiptOf(refunded({ source: 'task-8' }, { task })))).toMatch(sentence);
    const [known, old] = [receiptOf(refunded({}, { task })), receiptOf(refunded({}), { schema: '1' })];
    expect(checked([known, old])).toMatchObject([{ code: 0 }, { code: 0 }]);
  });

  it('finds a refund that is there twice', () => {
    const answer = receiptOf(refunded({}, { task }));
    const twice = { ...answer, later: [...answer.later, ...answer.later], stands_at: 0 };
    expect(faultsOf(twice)).toBe('Change 2 is no later event of the account.');
  });

  it('finds a change of the account of another', () => {
    const sentence = 'Change 1 is no later event of the account.';
    expect(faultsOf(receiptOf(refunded({}, { task }), { stream: 'account-3' }))).toBe(sentence);
  });

  it('finds a change that is none', () => {
    const charge = exampleCharge({ requestId: requestId() });
    const data = { taskId: '7', requestId: charge.requestId, amount: 100 };
    const events = [recorded(charge), { type: 'TaskSubmitted', data } as unknown as LedgerEvent];
    expect(faultsOf(receiptOf({ events, standsAt: 0 }))).toContain('Change 1 is none of a charge: TaskSubmitted.');
  });

  it('refuses the key of another ledger, and what is no key', () => {
    const answer = receiptOf(randomStory());
    expect(faultsOf(answer, vkeyOf(newSigner()))).toContain(
      'The charge: the checkpoint is not signed by the key VKEY.',
    );
    expect(faultsOf(answer, vkeyOf(newSigner('ledgate/other')))).toContain('of another ledger than the key VKEY.');
    for (const vkey of ['', VKEY.slice(0, -4), VKEY.replace('ledgate/', ''), answer.proof?.checkpoint ?? ''])
      expect(faultsOf(answer, vkey)).toBe('VKEY is not the whole key of a ledger.');
  });

  it('says of a charge and of a change that they are not sealed yet', () => {
    const answer = receiptOf({ events: [recorded(exampleCharge()), recorded(exampleCharge())], standsAt: 100 });
    const unsealed = { sealed: false, proof: null };
    const sentence = 'is not sealed yet: fetch the receipt again in a minute.';
    expect(faultsOf({ ...answer, ...unsealed })).toBe(`The charge ${sentence}`);
    expect(faultsOf({ ...answer, later: answer.later.map((one) => ({ ...one, ...unsealed })) })).toBe(
      `Change 1 ${sentence}`,
    );
  });

  it('says how many later changes a receipt leaves off', () => {
    const answer = receiptOf(randomStory());
    expect(faultsOf({ ...answer, later_left_off: 3 })).toBe('3 later changes are not in this receipt.');
  });

  it('accepts a checkpoint that others have signed too', () => {
    const answer = receiptOf(randomStory());
    const others = newSigner('witness.example/w');
    for (const one of [answer, ...answer.later])
      if (one.proof !== null) one.proof.checkpoint += `\u2014 ${others.name} ${'A'.repeat(92)}\n`;
    expect(checked([answer])).toMatchObject([{ code: 0 }]);
  });

  it.each([
    ['nothing', []],
    ['no key', ['receipt.json']],
    ['a file that is not there', ['receipt.json', VKEY]],
    ['text', [() => 'no JSON', VKEY]],
    ['a list', [() => '[]', VKEY]],
    ['null', [() => 'null', VKEY]],
    ['a refusal', [() => '{"success":false,"message":"no such receipt"}', VKEY]],
  ])('run with %s says why it cannot read it, without a trace', (_what, given) => {
    const args = given.map((one) => (typeof one === 'string' ? one : kept(one())));
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^The receipt cannot be read, or lacks a part: .+\n$/u);
  });
});
