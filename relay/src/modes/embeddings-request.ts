import { RelayError } from '../errors/relay-error.ts';
import { EMBEDDED_INPUTS_MAX } from '../limits.ts';
import type { CostAsked } from '../usage/cost.ts';
import { type Member, membersOf } from '../wire/json-splice.ts';
import type { JsonRequest } from '../wire/json.ts';
import { badNameAmong } from '../wire/member-names.ts';

/** A request for vectors whose fields that matter to us are well formed. */
export type EmbeddingsRequest = JsonRequest & {
  readonly members: readonly Member[];
  /** Of the input what is text. */
  readonly texts: readonly string[];
  /** Of the input what the caller has made into tokens himself: how many. */
  readonly tokens: number;
  readonly stream: false;
  /** The caller's wish, for upstreams that have several: left out where he has none. */
  readonly apiVersion?: string;
  /** Left out: the caller is not told what it costs. */
  readonly costAsked?: CostAsked;
};

const ENCODINGS: ReadonlySet<unknown> = new Set(['float', 'base64']);
const DIMENSIONS_MAX = 65_536;

/** The input is a text, texts, a text's tokens or several such lists, as OpenAI has it; null is as good as left out. */
export function validateEmbeddings(request: JsonRequest): EmbeddingsRequest | RelayError {
  const { body, bytes, model } = request;
  const { input, encoding_format: encoding, dimensions } = body;
  const read = inputOf(input);
  if (read instanceof RelayError) return read;
  if (encoding !== undefined && encoding !== null && !ENCODINGS.has(encoding))
    return RelayError.field('encoding_format', 'must be float or base64');
  if (dimensions !== undefined && dimensions !== null && !isWithin(dimensions, 1, DIMENSIONS_MAX))
    return RelayError.field('dimensions', `must be a whole number from 1 to ${DIMENSIONS_MAX}`);
  const members = membersOf(bytes);
  const bad = badNameAmong(members);
  if (bad !== undefined) return RelayError.field(bad.field, bad.problem);
  return { bytes, body, model, members, texts: read.texts, tokens: read.tokens, stream: false };
}

type Input = Pick<EmbeddingsRequest, 'texts' | 'tokens'>;

function inputOf(input: unknown): Input | RelayError {
  if (typeof input === 'string')
    return input === '' ? RelayError.field('input', 'must not be empty') : { texts: [input], tokens: 0 };
  if (!Array.isArray(input) || input.length === 0)
    return RelayError.field('input', 'must be a text, or a list that is not empty');
  if (areTokens(input)) return { texts: [], tokens: input.length };
  if (input.length > EMBEDDED_INPUTS_MAX)
    return RelayError.field('input', `must have at most ${EMBEDDED_INPUTS_MAX} entries`);
  const texts: string[] = [];
  let tokens = 0;
  for (let index = 0; index < input.length; index += 1) {
    const entry: unknown = input[index];
    if (typeof entry === 'string' && entry !== '') texts.push(entry);
    else if (Array.isArray(entry) && entry.length > 0 && areTokens(entry)) tokens += entry.length;
    else return RelayError.field(`input[${index}]`, 'must be a text or a list of tokens, and not empty');
  }
  return { texts, tokens };
}

const areTokens = (list: readonly unknown[]): boolean =>
  list.every((entry) => isWithin(entry, 0, Number.MAX_SAFE_INTEGER));

const isWithin = (value: unknown, low: number, high: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
