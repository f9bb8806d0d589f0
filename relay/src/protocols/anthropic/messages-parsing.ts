import { createHash } from 'node:crypto';
import type { RelayError } from '../../errors/relay-error.ts';
import { MAX_TOKENS_MAX } from '../../limits.ts';
import { effortOfBudget } from '../../modes/reasoning-effort.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { Findings } from '../findings.ts';
import { innerMessages } from './messages-turns.ts';
import { isStrictSchema } from './strict-schema.ts';

/** `max_tokens` is demanded of a message, and unknown to the counting of one. */
export type Needs = { readonly maximum: boolean };

/**
 * A body of Anthropic's messages in OpenAI's form. `nativeOnly`: why only a provider who speaks Anthropic's protocol can serve it; undefined when
 * every provider can.
 */
type InnerForm = { readonly body: JsonObject; readonly nativeOnly: RelayError | undefined };

/**
 * Answers a RelayError that names the field where a body is not well formed. What has no counterpart and does not change what is answered stays
 * behind: top_k, cache_control, thoughts of earlier turns. What has none and does is `nativeOnly`, and stands in the inner form as it is, so that
 * its size is known.
 */
export function innerFormOf(body: JsonObject, needs: Needs): InnerForm | RelayError {
  const findings = new Findings("Anthropic's own protocol");
  const messages = [...systemMessages(body['system'], findings), ...innerMessages(body['messages'], findings)];
  const tools = toolsOf(body['tools'], findings);
  checkScalars(body, needs, findings);
  const { stream } = body;
  const inner = withoutUndefined({
    model: body['model'],
    messages,
    max_tokens: body['max_tokens'],
    tools: tools.length === 0 ? undefined : tools,
    ...(tools.length === 0 ? {} : choiceOf(body['tool_choice'], findings)),
    stop: stopsOf(body['stop_sequences'], findings),
    temperature: body['temperature'],
    top_p: body['top_p'],
    reasoning_effort: effortOf(body, findings),
    response_format: formatOf(body),
    user: userOf(body['metadata'], findings),
    stream: stream === true ? true : undefined,
  });
  if (isFilled(body['mcp_servers'])) findings.nativeOnly('mcp_servers', 'servers of tools');
  if (isAbsent(body['container']) === false) findings.nativeOnly('container', 'containers');
  if (isAbsent(body['thread']) === false) findings.nativeOnly('thread', 'conversations that a provider keeps');
  return findings.bad ?? { body: inner, nativeOnly: findings.only };
}

function systemMessages(system: unknown, findings: Findings): readonly JsonObject[] {
  if (isAbsent(system) || system === '') return [];
  if (typeof system === 'string') return [{ role: 'system', content: system }];
  if (!Array.isArray(system)) {
    findings.refuse('system', 'must be a text or a list of text blocks');
    return [];
  }
  const texts = (system as unknown[]).map((block, index) => {
    const text = isObject(block) ? block['text'] : undefined;
    if (typeof text !== 'string') findings.refuse(`system.${index}`, 'must be a text block');
    return text;
  });
  return texts.length === 0 ? [] : [{ role: 'system', content: texts.join('\n') }];
}

function checkScalars(body: JsonObject, needs: Needs, findings: Findings): void {
  const { max_tokens: maximum, stream, temperature, top_p: topP } = body;
  if (isAbsent(maximum) ? needs.maximum : !isIntegerWithin(maximum, 1, MAX_TOKENS_MAX))
    findings.refuse('max_tokens', `must be a whole number from 1 to ${MAX_TOKENS_MAX}`);
  if (!isAbsent(stream) && typeof stream !== 'boolean') findings.refuse('stream', 'must be true or false');
  for (const [field, value] of Object.entries({ temperature, top_p: topP })) {
    if (!isAbsent(value) && !(typeof value === 'number' && value >= 0 && value <= 1))
      findings.refuse(field, 'must be a number from 0 to 1');
  }
}

function toolsOf(tools: unknown, findings: Findings): readonly unknown[] {
  if (isAbsent(tools)) return [];
  if (Array.isArray(tools)) return (tools as unknown[]).map((tool, index) => toolOf(tool, `tools.${index}`, findings));
  findings.refuse('tools', 'must be a list of tools');
  return [];
}

function toolOf(tool: unknown, at: string, findings: Findings): unknown {
  if (!isObject(tool)) return findings.refuse(at, 'must be a tool');
  const { type, name, description, input_schema: parameters } = tool;
  if (!isAbsent(type) && type !== 'custom') {
    findings.nativeOnly(`${at}.type`, 'built-in tools');
    return tool;
  }
  if (typeof name !== 'string' || name === '') return findings.refuse(`${at}.name`, 'must be the name of the tool');
  if (!isObject(parameters)) return findings.refuse(`${at}.input_schema`, 'must be a JSON schema of an object');
  if (!isAbsent(description) && typeof description !== 'string')
    return findings.refuse(`${at}.description`, 'must be a text');
  return { type: 'function', function: withoutUndefined({ name, description, parameters }) };
}

const CHOICES: ReadonlyMap<unknown, string> = new Map([
  ['auto', 'auto'],
  ['any', 'required'],
  ['none', 'none'],
]);

function choiceOf(choice: unknown, findings: Findings): JsonObject {
  if (isAbsent(choice)) return {};
  const { type, name, disable_parallel_tool_use: single } = isObject(choice) ? choice : {};
  const isNamed = type === 'tool' && typeof name === 'string' && name !== '';
  const chosen = isNamed ? { type: 'function', function: { name } } : CHOICES.get(type);
  if (chosen === undefined)
    findings.refuse('tool_choice', 'must be of type auto, any, none, or tool with the name of a tool');
  return { tool_choice: chosen, ...(single === true ? { parallel_tool_calls: false } : {}) };
}

function stopsOf(stops: unknown, findings: Findings): readonly unknown[] | undefined {
  if (isAbsent(stops)) return undefined;
  if (Array.isArray(stops) && stops.every((stop) => typeof stop === 'string'))
    return stops.length === 0 ? undefined : stops;
  findings.refuse('stop_sequences', 'must be a list of texts');
  return undefined;
}

const EFFORTS: ReadonlyMap<unknown, string> = new Map([
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'high'],
  ['max', 'high'],
]);

function effortOf({ thinking, output_config: output }: JsonObject, findings: Findings): string | undefined {
  const stated = EFFORTS.get(isObject(output) ? output['effort'] : undefined);
  if (isAbsent(thinking)) return stated;
  const { type, budget_tokens: budget } = isObject(thinking) ? thinking : {};
  if (type === 'disabled') return undefined;
  if (type === 'adaptive') return stated ?? 'medium';
  if (type !== 'enabled') {
    findings.refuse('thinking.type', 'must be enabled, disabled or adaptive');
    return undefined;
  }
  if (!isIntegerWithin(budget, 1, MAX_TOKENS_MAX)) {
    findings.refuse('thinking.budget_tokens', 'must be a whole number of tokens');
    return undefined;
  }
  return effortOfBudget(budget as number);
}

function formatOf({ output_config: output, output_format: earlier }: JsonObject): JsonObject | undefined {
  const format = isObject(output) && isObject(output['format']) ? output['format'] : earlier;
  if (!isObject(format) || format['type'] !== 'json_schema' || !isObject(format['schema'])) return undefined;
  const { schema } = format;
  return { type: 'json_schema', json_schema: { name: 'answer', strict: isStrictSchema(schema), schema } };
}

/** The longest name of an end user that OpenAI takes. */
const USER_CHARACTERS_MAX = 64;

/** A longer one is told by its hash, which tells users apart just as well. */
function userOf(metadata: unknown, findings: Findings): string | undefined {
  if (isAbsent(metadata)) return undefined;
  const user = isObject(metadata) ? metadata['user_id'] : metadata;
  if (isAbsent(user) || user === '') return undefined;
  if (typeof user !== 'string') {
    findings.refuse('metadata.user_id', 'must be a text');
    return undefined;
  }
  return user.length <= USER_CHARACTERS_MAX ? user : createHash('sha256').update(user).digest('hex');
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const isIntegerWithin = (value: unknown, low: number, high: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;

const withoutUndefined = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
