import { z } from 'zod';
import { isStorable } from '../shared/storable.ts';

/** Parts of all tokens in, in the order in which they are kept where they exceed the total (docs/billing.md#parts). */
export const INPUT_PARTS = [
  'cachedRead',
  'cachedAudio',
  'cachedWrite',
  'cachedWrite1h',
  'audioInput',
  'imageInput',
  'videoInput',
] as const;

/** Parts of all tokens out, in the same sense. */
export const OUTPUT_PARTS = ['reasoning', 'audioOutput', 'imageOutput'] as const;

export type UsagePart = (typeof INPUT_PARTS)[number] | (typeof OUTPUT_PARTS)[number];

/** What is counted beside tokens: pieces as they are billed, and milliseconds. */
export const MEASURES = [
  'images',
  'milliseconds',
  'characters',
  'pages',
  'queries',
  'searches',
  'fileSearches',
  'codeSessions',
] as const;
export type Measure = (typeof MEASURES)[number];

export type Parts = { readonly [Part in UsagePart]?: number | undefined };

/**
 * What a request has used. `prompt` and `completion` are all tokens in and out, and nothing else: pieces stand in `measured`; `parts` are disjoint and
 * lie in them, the rest is text. `size` (`1024x1024`) and `quality` are those of pictures. All counts are whole and at least 0; what is left out is 0.
 */
export type PartedUsage = {
  readonly prompt: number;
  readonly completion: number;
  readonly parts?: Parts | undefined;
  readonly measured?: { readonly [Name in Measure]?: number | undefined } | undefined;
  readonly size?: string | undefined;
  readonly quality?: string | undefined;
};

/** With whose figures they are: the provider's own; counted by us; estimated; or charged by policy (option InterruptedPolicy). */
export type Usage = PartedUsage & { readonly source: 'provider' | 'counted' | 'estimated' | 'interrupted' };

const count = z.number().int().min(0);
/** Of pictures: their size (`1024x1024`), or their quality. */
export const pictureText = z
  .string()
  .min(1)
  .max(64)
  .refine(isStorable, { params: { rule: 'storable' } })
  .optional();

const stated = z.strictObject({
  source: z.enum(['provider', 'counted', 'estimated', 'interrupted']),
  prompt: count,
  completion: count,
  parts: z.partialRecord(z.enum([...INPUT_PARTS, ...OUTPUT_PARTS]), count).optional(),
  measured: z.partialRecord(z.enum(MEASURES), count).optional(),
  size: pictureText,
  quality: pictureText,
});

/** A Usage as an event holds it. */
export const usageSchema: z.ZodType<Usage> = stated;

/** The same where nobody need say whose figures they are. */
export const partedUsageSchema: z.ZodType<PartedUsage> = stated.partial({ source: true });

/** Tokens of text and sound, which is all that most requests use. */
export type PlainUsage = {
  readonly prompt: number;
  readonly completion: number;
  readonly audioInput: number;
  readonly audioOutput: number;
};

/** Tokens of each part, and of the text beside them, in the order of their prices. None is more than what its total has left. */
export type TokenCounts = Readonly<Record<UsagePart | 'input' | 'output', number>>;

/** Parts that exceed their total are cut, the last first: no provider's figures make a quantity negative. */
export function tokenCounts({ prompt, completion, parts = {} }: PartedUsage): TokenCounts {
  const counts = {} as Record<keyof TokenCounts, number>;
  counts.input = cut(counts, INPUT_PARTS, parts, prompt);
  counts.output = cut(counts, OUTPUT_PARTS, parts, completion);
  return counts;
}

/** Those that there are, each no more than what its total has left: as an event says them. Undefined where there are none. */
export function disjointParts(usage: PartedUsage): Parts | undefined {
  if (usage.parts === undefined) return undefined;
  const stated: Partial<Record<UsagePart, number>> = {};
  let isStated = addStated(stated, INPUT_PARTS, usage.parts, usage.prompt);
  isStated = addStated(stated, OUTPUT_PARTS, usage.parts, usage.completion) || isStated;
  return isStated ? stated : undefined;
}

/** Answers whether there were any. */
function addStated(
  stated: Partial<Record<UsagePart, number>>,
  names: readonly UsagePart[],
  parts: Parts,
  total: number,
): boolean {
  let left = total;
  for (const name of names) {
    const count = Math.min(parts[name] ?? 0, left);
    if (count === 0) continue;
    stated[name] = count;
    left -= count;
  }
  return left < total;
}

/** Answers what is left of the total. */
function cut(
  counts: Record<string, number>,
  names: readonly UsagePart[],
  parts: NonNullable<PartedUsage['parts']>,
  total: number,
): number {
  let left = total;
  for (const name of names) {
    const count = Math.min(parts[name] ?? 0, left);
    counts[name] = count;
    left -= count;
  }
  return left;
}
