import { createHash } from 'node:crypto';
import type { RelayError } from '../../errors/relay-error.ts';
import { MAX_TOKENS_MAX } from '../../limits.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { Findings } from '../findings.ts';
import { innerMessages } from './responses-input.ts';
import { chosenTools } from './responses-tools.ts';

/**
 * A body of Responses in the form of a chat. `nativeOnly`: why only a provider who speaks Responses himself can serve it; undefined when every provider
 * can.
 */
type InnerForm = { readonly body: JsonObject; readonly nativeOnly: RelayError | undefined };

/**
 * Answers a RelayError that names the field where a body is not well formed. What has no counterpart and does not change what is answered stays
 * behind: reasoning of earlier turns, metadata, log probabilities, truncation. What has none and does is `nativeOnly`, and stands in the inner form as it is,
 * so that its size is known.
 */
export function innerFormOf(body: JsonObject): InnerForm | RelayError {
  const findings = new Findings("OpenAI's Responses themselves");
  checkScalars(body, findings);
  refuseStored(body, findings);
  const messages = [...instructions(body['instructions'], findings), ...promptOf(body['prompt'], findings)];
  for (const message of innerMessages(body, findings)) messages.push(message);
  const { stream } = body;
  const inner = withoutUndefined({
    model: body['model'],
    messages,
    max_tokens: body['max_output_tokens'],
    ...chosenTools(body, findings),
    temperature: body['temperature'],
    top_p: body['top_p'],
    reasoning_effort: effortOf(body['reasoning'], findings),
    ...textOf(body['text'], findings),
    service_tier: body['service_tier'],
    user: userOf(body),
    stream: stream === true ? true : undefined,
  });
  return findings.bad ?? { body: inner, nativeOnly: findings.only };
}

/** What rests on something that a provider has stored. Nothing can be fetched later, so nothing can be answered later. */
function refuseStored(body: JsonObject, findings: Findings): void {
  if (body['background'] === true)
    findings.refuse('background', 'cannot be true, since no answer is kept here that could be fetched later');
  for (const field of ['previous_response_id', 'conversation'])
    if (!isAbsent(body[field])) findings.nativeOnly(field, 'what a provider has stored');
  if (body['store'] === true) findings.nativeOnly('store', 'storing at a provider');
}

function instructions(text: unknown, findings: Findings): JsonObject[] {
  if (isAbsent(text) || text === '') return [];
  if (typeof text === 'string') return [{ role: 'system', content: text }];
  findings.refuse('instructions', 'must be a text');
  return [];
}

/** A prompt that the provider keeps, and what its caller puts into it. */
function promptOf(prompt: unknown, findings: Findings): JsonObject[] {
  if (isAbsent(prompt)) return [];
  findings.nativeOnly('prompt', 'prompts that a provider keeps');
  const variables = isObject(prompt) ? prompt['variables'] : undefined;
  return isObject(variables) ? [{ role: 'user', content: Object.values(variables) }] : [];
}

/** The least and the most of each number that is read. */
const NUMBERS: readonly (readonly [field: string, low: number, high: number])[] = [
  ['temperature', 0, 2],
  ['top_p', 0, 1],
];

function checkScalars(body: JsonObject, findings: Findings): void {
  for (const field of ['max_output_tokens', 'max_tool_calls'])
    if (!isAbsent(body[field]) && !isPositiveInteger(body[field]))
      findings.refuse(field, `must be a whole number from 1 to ${MAX_TOKENS_MAX}`);
  for (const field of ['stream', 'background', 'store', 'parallel_tool_calls'])
    if (!isAbsent(body[field]) && typeof body[field] !== 'boolean') findings.refuse(field, 'must be true or false');
  for (const [field, low, high] of NUMBERS) {
    const value = body[field];
    if (!isAbsent(value) && !(typeof value === 'number' && value >= low && value <= high))
      findings.refuse(field, `must be a number from ${low} to ${high}`);
  }
  if (!isAbsent(body['service_tier']) && typeof body['service_tier'] !== 'string')
    findings.refuse('service_tier', 'must be the name of a tier');
}

function effortOf(reasoning: unknown, findings: Findings): string | undefined {
  if (isAbsent(reasoning)) return undefined;
  const effort = isObject(reasoning) ? reasoning['effort'] : reasoning;
  if (isAbsent(effort)) return undefined;
  return typeof effort === 'string' ? effort : findings.refuse('reasoning.effort', 'must be the name of an effort');
}

/** `text`: the format of the answer, and how much is said. */
function textOf(text: unknown, findings: Findings): JsonObject {
  if (isAbsent(text)) return {};
  if (!isObject(text)) return findings.refuse('text', 'must be an object') ?? {};
  const { format, verbosity } = text;
  return { response_format: formatOf(format, findings), verbosity };
}

function formatOf(format: unknown, findings: Findings): JsonObject | undefined {
  if (isAbsent(format)) return undefined;
  const { type, name, schema, description, strict } = isObject(format) ? format : {};
  if (type === 'text') return undefined;
  if (type === 'json_object') return { type };
  if (typeof type !== 'string') return findings.refuse('text.format.type', 'must be the type of the format');
  if (type !== 'json_schema') {
    findings.nativeOnly('text.format.type', `formats of type ${type}`);
    return undefined;
  }
  if (typeof name !== 'string' || name === '') return findings.refuse('text.format.name', 'must be a name');
  if (!isObject(schema)) return findings.refuse('text.format.schema', 'must be a JSON schema');
  return { type, json_schema: withoutUndefined({ name, description, schema, strict }) };
}

/** The longest name of an end user that OpenAI takes. */
const USER_CHARACTERS_MAX = 64;

/** A longer one is told by its hash, which tells users apart just as well. */
function userOf({ safety_identifier: identifier, user }: JsonObject): string | undefined {
  const named = [user, identifier].find((name) => typeof name === 'string' && name !== '') as string | undefined;
  return named === undefined || named.length <= USER_CHARACTERS_MAX
    ? named
    : createHash('sha256').update(named).digest('hex');
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isPositiveInteger = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_TOKENS_MAX;

const withoutUndefined = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !isAbsent(value)));
