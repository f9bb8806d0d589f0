import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../../pricing/defaults.ts';
import type { PriceBook } from '../../pricebook/events.ts';
import { hasPrice, reckon } from '../../pricing/reckon.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { Measure, PartedUsage, UsagePart } from '../usage-parts.ts';
import { builtInCatalogue } from './built-in-catalogue.ts';
import { catalogueModels } from './catalogue-models.ts';
import file from './model-prices.json' with { type: 'json' };

const catalogue = builtInCatalogue();
const QUOTA_PER_UNIT = 500_000n;
const book: PriceBook = {
  ...defaultPriceBook(),
  modelRatio: {},
  modelPrice: {},
  builtIn: { rules: 2, catalogue: catalogue.digest },
};

type Terms = { readonly model: string; readonly serviceTier?: string; readonly searchTool?: string };
const amount = (terms: Terms, usage: Partial<PartedUsage>): number =>
  reckon({ book, catalogue, group: 'default', ...terms, usage: { prompt: 0, completion: 0, ...usage } }).amount;

// The arithmetic of these tests: dollars as fractions, members by the names of the file, and nothing of what is tested.

/** Dollars: numerator and denominator. */
type Fraction = readonly [bigint, bigint];
const NOTHING: Fraction = [0n, 1n];

function dollars(text: string | undefined): Fraction {
  const [whole = '', part = ''] = (text ?? '0').split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

const sum = (terms: readonly Fraction[]): Fraction => terms.reduce(([a, b], [c, d]) => [a * d + c * b, b * d], NOTHING);
const times = ([a, b]: Fraction, quantity: number, per = 1n): Fraction => [a * BigInt(quantity), b * per];

/** Quota units: half up, and at least 1 above zero. */
function units([numerator, denominator]: Fraction): number {
  const exact = numerator * QUOTA_PER_UNIT;
  const rounded = (exact * 2n + denominator) / (denominator * 2n);
  return Number(rounded === 0n && exact > 0n ? 1n : rounded);
}

type Members = Readonly<Record<string, string | undefined>>;
type Row = {
  readonly terms: Terms;
  readonly members: Members;
  /** Tokens of the prompt at which the members hold: from, to. */
  readonly holds: readonly [number, number];
};

/** By part: the member of the file whose price it has, the first that the model has. */
const TOKENS: Readonly<Record<UsagePart | 'input' | 'output', readonly string[]>> = {
  input: ['input'],
  cachedRead: ['cacheRead', 'input'],
  cachedAudio: ['cacheReadAudio', 'cacheRead', 'input'],
  cachedWrite: ['cacheWrite', 'input'],
  cachedWrite1h: ['cacheWrite1h', 'cacheWrite', 'input'],
  audioInput: ['audioInput', 'input'],
  imageInput: ['imageInput', 'input'],
  videoInput: ['videoInput', 'input'],
  output: ['output'],
  reasoning: ['reasoning', 'output'],
  audioOutput: ['audioOutput', 'output'],
  imageOutput: ['imageOutput', 'output'],
};
type Part = keyof typeof TOKENS;
const PARTS = Object.keys(TOKENS) as Part[];
const OUT: ReadonlySet<Part> = new Set<Part>(['output', 'reasoning', 'audioOutput', 'imageOutput']);

const perToken = (members: Members, part: Part): Fraction =>
  dollars(TOKENS[part].map((name) => members[name]).find((text) => text !== undefined));

const LARGEST = 3_000_000;

type Model = (typeof file.models)[keyof typeof file.models];
type Tiered = Members & { readonly aboveInputTokens?: number; readonly inputTokens?: readonly number[] };

/** Every table of prices that the file has for a model. */
function rowsOf(model: string, entry: Model): readonly Row[] {
  const { tiers, ranges, services, ...rest } = entry as unknown as Members & {
    readonly tiers?: readonly Tiered[];
    readonly ranges?: readonly Tiered[];
    readonly services?: Readonly<Record<string, Members>>;
  };
  const starts = [
    ...(ranges ?? []).map((range) => ({ from: range.inputTokens?.[0] ?? 0, over: range as Members })),
    ...(tiers ?? []).map((tier) => ({ from: tier.aboveInputTokens ?? 0, over: tier as Members })),
  ];
  const tables = starts[0]?.from === 0 ? starts : [{ from: 0, over: {} as Members }, ...starts];
  const base = { ...rest, ...(starts[0]?.from === 0 ? starts[0].over : {}) };
  return [
    ...tables.map(({ from, over }, index) => ({
      terms: { model },
      members: { ...base, ...over },
      holds: [from + (index === 0 ? 0 : 1), tables[index + 1]?.from ?? LARGEST] as const,
    })),
    ...Object.entries(services ?? {}).map(([serviceTier, over]) => ({
      terms: { model, serviceTier },
      members: { ...base, ...over },
      holds: [0, LARGEST] as const,
    })),
  ];
}

/** Of which the file knows no more than that there are such. */
const UNPRICED: ReadonlySet<string> = new Set(['qwen3-30b-a3b']);
const rows = Object.entries(file.models).flatMap(([model, entry]) => (UNPRICED.has(model) ? [] : rowsOf(model, entry)));

/** Always the same, from 0 to below `end`. */
let seed = 20_261_123;
function below(end: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return seed % end;
}

const usageOf = (counts: Partial<Record<Part, number>>): Partial<PartedUsage> => {
  const total = (isOut: boolean): number =>
    PARTS.filter((part) => OUT.has(part) === isOut).reduce((all, part) => all + (counts[part] ?? 0), 0);
  const { input: _input, output: _output, ...parts } = counts;
  return { prompt: total(false), completion: total(true), parts };
};

describe('the catalogue', () => {
  it('has all models of its file, under the digest of their canonical text', () => {
    expect(Object.keys(catalogue.models)).toHaveLength(679);
    expect(Object.keys(catalogue.models)).toEqual(Object.keys(file.models));
    expect(catalogue.digest).toBe(createHash('sha256').update(canonicalJson(catalogue.models)).digest('hex'));
  });

  it('gives no model away of which the file has no price', () => {
    const isPriced = (model: string): boolean => hasPrice({ book, catalogue, group: 'default', model });
    expect(Object.keys(file.models).filter((model) => !isPriced(model))).toEqual([...UNPRICED]);
    expect(amount({ model: 'qwen3-30b-a3b' }, { prompt: 1_000 })).toBe(30_000);
  });

  it('fits into an event', () => {
    expect(Buffer.byteLength(JSON.stringify(catalogue))).toBeLessThan(256 * 1024);
  });

  it('sells no batches', () => {
    const services = new Set(Object.values(catalogue.models).flatMap((model) => Object.keys(model.services ?? {})));
    expect([...services].sort()).toEqual(['flex', 'priority']);
  });
});

describe('a price of the catalogue is charged to the unit', () => {
  it('for each part of each model, tier and service', () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const { terms, members, holds } of rows)
      for (const part of PARTS) {
        const prompt = holds[0] + 1 + below(holds[1] - holds[0]);
        const counts = OUT.has(part) ? { input: prompt, [part]: 1 + below(LARGEST) } : { [part]: prompt };
        const expected = units(
          sum(
            (Object.entries(counts) as [Part, number][]).map(([name, quantity]) =>
              times(perToken(members, name), quantity, 1_000_000n),
            ),
          ),
        );
        const found = amount(terms, usageOf(counts));
        seen += 1;
        if (found !== expected) wrong.push(`${JSON.stringify(terms)} ${part} ${prompt}: ${found}, not ${expected}`);
      }
    expect(wrong).toEqual([]);
    expect(seen).toBe(rows.length * PARTS.length);
  });

  it('for all parts together, at the ends of each tier', () => {
    const wrong: string[] = [];
    for (const { terms, members, holds } of rows)
      for (const prompt of new Set([Math.max(holds[0], 1), holds[1]])) {
        const counts: Partial<Record<Part, number>> = {};
        let left = prompt;
        for (const part of PARTS.filter((name) => !OUT.has(name) && name !== 'input')) {
          counts[part] = below(Math.floor(left / 2) + 1);
          left -= counts[part];
        }
        counts.input = left;
        for (const part of OUT) counts[part] = below(100_000);
        const expected = units(sum(PARTS.map((part) => times(perToken(members, part), counts[part] ?? 0, 1_000_000n))));
        const found = amount(terms, usageOf(counts));
        if (found !== expected) wrong.push(`${JSON.stringify(terms)} ${prompt}: ${found}, not ${expected}`);
      }
    expect(wrong).toEqual([]);
  });

  /** By what is counted: the members of the file that price it, the first that the model has; and how many a piece is. */
  const PIECES: readonly (readonly [Measure, readonly string[], number, bigint])[] = [
    ['images', ['perImage', 'perImageInput'], 1, 1n],
    ['milliseconds', ['perSecondInput', 'perAudioSecondInput', 'perSecondOutput'], 1_000, 1n],
    ['characters', ['perMillionCharacters'], 1, 1_000_000n],
    ['pages', ['perPage'], 1, 1n],
    ['queries', ['perQuery'], 1, 1n],
  ];

  it('for each kind of piece', () => {
    const wrong: string[] = [];
    const priced = new Set<string>();
    for (const { terms, members } of rows)
      for (const [measure, names, whole, per] of PIECES) {
        const name = names.find((one) => members[one] !== undefined);
        if (name === undefined) continue;
        priced.add(name);
        const quantity = 1 + below(5_000);
        const started = whole === 1 ? 0 : below(whole);
        const expected = units(times(dollars(members[name]), quantity, per));
        const found = amount(terms, { measured: { [measure]: quantity * whole - started } });
        if (found !== expected) wrong.push(`${JSON.stringify(terms)} ${name} ${quantity}: ${found}, not ${expected}`);
      }
    expect(wrong).toEqual([]);
    expect([...priced].sort()).toEqual([
      'perAudioSecondInput',
      'perImage',
      'perImageInput',
      'perMillionCharacters',
      'perPage',
      'perQuery',
      'perSecondInput',
      'perSecondOutput',
    ]);
  });

  it('leaves no member of the file without a test', () => {
    const tested = new Set([...Object.values(TOKENS).flat(), ...PIECES.flatMap(([, names]) => names)]);
    const known = ['provider', 'maxOutputTokens', 'tiers', 'ranges', 'services', 'aboveInputTokens', 'inputTokens'];
    const members = rows.flatMap((row) => Object.keys(row.members));
    expect([...new Set(members)].filter((name) => !tested.has(name) && !known.includes(name))).toEqual([]);
  });

  it.each([
    ['gpt-5', undefined, 10, 0.01],
    ['gpt-4o', undefined, 10, 0.01],
    ['gpt-4o', 'web_search', 10, 0.01],
    ['gpt-4o', 'web_search_preview', 10, 0.025],
    ['gpt-4.1-mini', 'web_search_preview', 3, 0.025],
    ['gpt-5', 'web_search_preview', 3, 0.01],
    ['claude-opus-5-5', undefined, 7, 0.01],
    ['gemini-3-flash-preview', undefined, 7, 0.014],
    ['gemini-2.5-pro', undefined, 7, 0.035],
    ['deepseek-chat', undefined, 7, 0],
  ])('for searches of %s by %p', (model, searchTool, searches, each) => {
    const terms = { model, ...(searchTool === undefined ? {} : { searchTool }) };
    expect(amount(terms, { measured: { searches } })).toBe(Math.round(searches * each * 500_000));
  });

  it('for file searches and code sessions', () => {
    expect(amount({ model: 'gpt-5' }, { measured: { fileSearches: 3 } })).toBe(3_750);
    expect(amount({ model: 'gpt-5' }, { measured: { codeSessions: 2 } })).toBe(30_000);
    expect(amount({ model: 'gemini-2.5-pro' }, { measured: { codeSessions: 2 } })).toBe(0);
  });
});

describe('a price file', () => {
  it('has of two rows for a tool the more specific one, wherever it stands, and of two alike the first', () => {
    const model = { provider: 'openai', input: '1' };
    const tools = [
      { provider: 'openai', models: '*', search: '1' },
      { provider: 'openai', models: ['a-1*'], search: '2' },
      { provider: 'openai', models: ['a-1*', 'b'], search: '3' },
      { provider: 'openai', models: ['a*'], search: '4', codeSession: '5' },
      { provider: 'other', models: ['a-1'], search: '6' },
    ];
    const models = catalogueModels({ tools, models: { 'a-1': model, 'a-2': model, b: model } });
    expect(models['a-1']?.prices).toEqual({ input: '1', search: '2', codeSession: '5' });
    expect(models['a-2']?.prices).toEqual({ input: '1', search: '4', codeSession: '5' });
    expect(models['b']?.prices).toEqual({ input: '1', search: '3' });
  });
});
