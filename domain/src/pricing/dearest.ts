import { type Priced, type Table, tariffOf } from '../tariff/tariff.ts';
import { INPUT_PARTS, OUTPUT_PARTS, type Parts, type UsagePart } from '../tariff/usage-parts.ts';
import type { Decimal } from './decimal.ts';

/** The most tokens that a request may use; of `soundInput` it is known that they are sound. */
type Bounds = {
  readonly prompt: number;
  readonly completion: number;
  readonly soundInput: number;
  readonly isSoundAnswer: boolean;
};

type Bounded = { readonly prompt: number; readonly completion: number; readonly parts?: Parts };

/** The part whose tokens cost most; undefined: text does. Of an answer also where it may be sound. */
type Dearest = {
  readonly input: UsagePart | undefined;
  readonly output: UsagePart | undefined;
  readonly soundOutput: UsagePart | undefined;
};

/** What any token may turn out to be; sound only where there is some. */
const INPUTS = INPUT_PARTS.filter((part) => part !== 'audioInput' && part !== 'cachedAudio');
const SILENT_OUTPUTS = OUTPUT_PARTS.filter((part) => part !== 'audioOutput');

const known = new WeakMap<Table, Dearest>();

/**
 * Usages within the bounds of which one costs as much as any of them (docs/billing.md#worst-case): all tokens of the part that costs most, at the bound
 * and at the end of each tier below it. Empty where text, or a call, costs as much as any.
 */
export function dearestUsages(
  priced: Priced,
  { prompt, completion, soundInput, isSoundAnswer }: Bounds,
): readonly Bounded[] {
  const { plain, tables } = tariffOf(priced);
  if (plain !== undefined && (plain.method === 'call' || plain.unlike.length === 0)) return [];
  const ends = tables.flatMap(({ above }) => (above !== undefined && above < prompt ? [above] : []));
  if (tables.length === 1 && !isSoundAnswer) {
    const { input, output } = dearestOf(tables[0]);
    if (input === undefined && output === undefined) return [];
  }
  return [...ends, prompt].map((tokens) => {
    const table = tables.findLast(({ above }) => above !== undefined && tokens > above) ?? tables[0];
    const { input, output, soundOutput } = dearestOf(table);
    const part = isSoundAnswer ? soundOutput : output;
    const sound = Math.min(soundInput, tokens);
    return {
      prompt: tokens,
      completion,
      parts: {
        ...(sound > 0 ? { audioInput: sound } : {}),
        ...(input === undefined || tokens === sound ? {} : { [input]: tokens - sound }),
        ...(part === undefined || completion === 0 ? {} : { [part]: completion }),
      },
    };
  });
}

function dearestOf(table: Table): Dearest {
  let dearest = known.get(table);
  if (dearest === undefined) {
    dearest = {
      input: dearestPart(table, 'input', INPUTS),
      output: dearestPart(table, 'output', SILENT_OUTPUTS),
      soundOutput: dearestPart(table, 'output', OUTPUT_PARTS),
    };
    known.set(table, dearest);
  }
  return dearest;
}

function dearestPart(
  { tokens, rates }: Table,
  text: 'input' | 'output',
  parts: readonly UsagePart[],
): UsagePart | undefined {
  const pricedAs = new Map(tokens);
  const valueOf = (name: 'input' | 'output' | UsagePart): Decimal => {
    const as = pricedAs.get(name);
    return (as === undefined ? undefined : rates[as]?.value) ?? { units: 0n, scale: 0 };
  };
  let found: { readonly part: UsagePart | undefined; readonly value: Decimal } = {
    part: undefined,
    value: valueOf(text),
  };
  for (const part of parts) {
    const value = valueOf(part);
    if (isMore(value, found.value)) found = { part, value };
  }
  return found.part;
}

const isMore = (one: Decimal, other: Decimal): boolean =>
  one.units * 10n ** BigInt(other.scale) > other.units * 10n ** BigInt(one.scale);
