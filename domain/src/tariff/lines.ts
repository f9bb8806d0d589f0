import type { Line, LineName } from './explanation.ts';
import type { PriceName } from './prices.ts';
import type { Rate, TokenName } from './rates.ts';
import type { Table, Tariff } from './tariff.ts';
import { type Measure, type PartedUsage, type TokenCounts, tokenCounts } from './usage-parts.ts';

/** A line with what one of its quantity costs. */
export type RatedLine = { readonly line: Line; readonly rate: Rate };

const TOKEN_LINES: Readonly<Record<TokenName, LineName>> = {
  input: 'input',
  cachedRead: 'cached_read',
  cachedAudio: 'cached_audio',
  cachedWrite: 'cached_write',
  cachedWrite1h: 'cached_write_1h',
  audioInput: 'audio_input',
  imageInput: 'image_input',
  videoInput: 'video_input',
  output: 'output',
  reasoning: 'reasoning',
  audioOutput: 'audio_output',
  imageOutput: 'image_output',
};

/** Pieces that are charged beside any tokens. */
const PIECES: readonly (readonly [measure: Measure, price: PriceName, what: LineName])[] = [
  ['pages', 'page', 'pages'],
  ['queries', 'query', 'queries'],
  ['searches', 'search', 'searches'],
  ['fileSearches', 'fileSearch', 'file_searches'],
  ['codeSessions', 'codeSession', 'code_sessions'],
];

/** The lines of a request (docs/billing.md#lines): what has no quantity or no price has none. */
export function linesOf(tariff: Tariff, table: Table, usage: PartedUsage): readonly RatedLine[] {
  const counts = tokenCounts(usage);
  return [...tokenLines(table, counts), ...pieceLines(tariff, table, usage, counts)];
}

const line = (what: LineName, quantity: number, rate: Rate | undefined): readonly RatedLine[] =>
  rate === undefined || quantity === 0 ? [] : [{ line: { what, quantity, ...rate.factors }, rate }];

/** A part without a price of its own stands in the line whose price it has. */
function tokenLines({ tokens, rates }: Table, counts: TokenCounts): readonly RatedLine[] {
  const sums = new Map<TokenName, number>();
  for (const [name, pricedAs] of tokens) sums.set(pricedAs, (sums.get(pricedAs) ?? 0) + counts[name]);
  return [...sums].flatMap(([name, quantity]) => line(TOKEN_LINES[name], quantity, rates[name]));
}

/** What is stated in tokens and in pieces is charged by its tokens. */
function pieceLines(
  { kind }: Tariff,
  { rates, tokens, picture }: Table,
  usage: PartedUsage,
  counts: TokenCounts,
): readonly RatedLine[] {
  const { measured = {} } = usage;
  const isRatio = kind === 'ratio';
  const stands = (price: PriceName, names: readonly TokenName[], all: number): boolean =>
    isRatio && rates[price]?.factors.price === undefined && rates[price]?.factors.per_million === undefined
      ? all === 0
      : !tokens.some(([name]) => names.includes(name) && counts[name] > 0);
  const { images, milliseconds = 0, characters = 0 } = measured;
  const lines: RatedLine[] = [];
  const pictureRate = picture?.(usage) ?? rates.image;
  if (images !== undefined && pictureRate !== undefined) {
    if (stands('image', ['imageOutput'], usage.prompt + usage.completion))
      lines.push(...line('images', images, pictureRate));
    if (kind !== 'call') lines.push(...line('call', 1, rates.call));
  } else {
    lines.push(...line('call', 1, rates.call));
    if (stands('pictureInput', ['imageInput'], 0)) lines.push(...line('images', images ?? 0, rates.pictureInput));
  }
  const seconds = wholeSeconds(milliseconds);
  if (rates.second === undefined) {
    if (stands('secondOutput', ['audioOutput'], 0)) lines.push(...line('seconds', seconds, rates.secondOutput));
  } else if (stands('second', ['cachedAudio', 'audioInput', 'videoInput'], usage.prompt))
    lines.push(
      ...(rates.second.factors.price === undefined
        ? line('seconds_as_tokens', secondsAsTokens(seconds), rates.second)
        : line('seconds', seconds, rates.second)),
    );
  if (stands('character', ['input'], usage.prompt)) lines.push(...line('characters', characters, rates.character));
  for (const [measure, price, what] of PIECES) lines.push(...line(what, measured[measure] ?? 0, rates[price]));
  return lines;
}

/** Up. */
const wholeSeconds = (milliseconds: number): number =>
  (milliseconds - (milliseconds % 1_000)) / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0);

/** 1,000 tokens a minute, half up: in sixths of a token, so that nothing is rounded before. */
const secondsAsTokens = (seconds: number): number => Math.floor((seconds * 100 + 3) / 6);
