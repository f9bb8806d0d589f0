import type { RelayError } from '../../errors/relay-error.ts';
import { MAX_TOKENS_MAX } from '../../limits.ts';
import { camelOf, configOf, geminiTools, memberOf } from '../../modes/gemini-asks.ts';
import { effortOfBudget } from '../../modes/reasoning-effort.ts';
import { type Member, membersOf } from '../../wire/json-splice.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { Findings } from '../findings.ts';
import { innerMessages, systemTexts } from './generate-turns.ts';
import { jsonSchemaOf } from './schema.ts';

/**
 * A body of Gemini's generateContent in OpenAI's form. `nativeOnly`: why only a provider who speaks Gemini's protocol can serve it; undefined when every
 * provider can.
 */
type InnerForm = { readonly body: JsonObject; readonly nativeOnly: RelayError | undefined };

/**
 * Answers a RelayError that names the field where a body is not well formed. What has no counterpart and does not change what is answered stays behind:
 * topK, safety settings, labels, thoughts of earlier turns. What has none and does is `nativeOnly`.
 */
export function innerFormOf(
  body: JsonObject,
  { model, stream }: { readonly model: string; readonly stream: boolean },
): InnerForm | RelayError {
  const findings = new Findings("Gemini's own protocol");
  const messages = [
    ...systemTexts(memberOf(body, 'systemInstruction'), findings).map((content) => ({ role: 'system', content })),
    ...innerMessages(body['contents'], findings),
  ];
  const { tools, choice } = toolsOf(body, findings);
  const config = configOf(body);
  checkConfig(memberOf(body, 'generationConfig'), config, findings);
  const inner = withoutUndefined({
    model,
    messages,
    max_tokens: memberOf(config, 'maxOutputTokens'),
    tools: tools.length === 0 ? undefined : tools,
    tool_choice: tools.length === 0 ? undefined : choice,
    stop: stopsOf(memberOf(config, 'stopSequences'), findings),
    temperature: config['temperature'],
    top_p: memberOf(config, 'topP'),
    n: memberOf(config, 'candidateCount'),
    seed: config['seed'],
    presence_penalty: memberOf(config, 'presencePenalty'),
    frequency_penalty: memberOf(config, 'frequencyPenalty'),
    reasoning_effort: effortOf(memberOf(config, 'thinkingConfig'), findings),
    response_format: formatOf(config, findings),
    modalities: modalitiesOf(memberOf(config, 'responseModalities'), findings),
    stream: stream ? true : undefined,
  });
  if (!isAbsent(memberOf(body, 'cachedContent'))) findings.nativeOnly('cachedContent', 'contents of a cache');
  return findings.bad ?? { body: inner, nativeOnly: findings.only };
}

/** A member that decides something and stands in the bytes of a body twice, in whichever spelling; undefined when there is none. */
export function twiceIn(bytes: Buffer): string | undefined {
  const members = membersOf(bytes);
  const config = members.find(({ name }) => camelOf(name) === 'generationConfig');
  const inConfig = config === undefined ? undefined : twiceAmong(membersOf(bytes, config.valueStart));
  return twiceAmong(members) ?? (inConfig === undefined ? undefined : `generationConfig.${inConfig}`);
}

function twiceAmong(members: readonly Member[]): string | undefined {
  const seen = new Set<string>();
  return members.find(({ name }) => {
    const spelled = camelOf(name);
    if (seen.has(spelled)) return true;
    seen.add(spelled);
    return false;
  })?.name;
}

/** Members of generationConfig that are numbers, with their bounds. */
const NUMBERS: readonly (readonly [name: string, low: number, high: number, isWhole: boolean])[] = [
  ['maxOutputTokens', 1, MAX_TOKENS_MAX, true],
  ['candidateCount', 1, 8, true],
  ['temperature', 0, 2, false],
  ['topP', 0, 1, false],
  ['seed', -(2 ** 31), 2 ** 31 - 1, true],
  ['presencePenalty', -2, 2, false],
  ['frequencyPenalty', -2, 2, false],
];

function checkConfig(given: unknown, config: JsonObject, findings: Findings): void {
  if (!isAbsent(given) && !isObject(given)) findings.refuse('generationConfig', 'must be an object');
  for (const [name, low, high, isWhole] of NUMBERS) {
    const value = memberOf(config, name);
    const isNumber = isWhole ? Number.isSafeInteger(value) : typeof value === 'number';
    if (!isAbsent(value) && !(isNumber && (value as number) >= low && (value as number) <= high))
      findings.refuse(`generationConfig.${name}`, `must be a ${isWhole ? 'whole ' : ''}number from ${low} to ${high}`);
  }
}

type Tools = { readonly tools: readonly JsonObject[]; readonly choice: unknown };

function toolsOf(body: JsonObject, findings: Findings): Tools {
  const { tools } = body;
  if (!isAbsent(tools) && !Array.isArray(tools)) findings.refuse('tools', 'must be a list of tools');
  const functions = geminiTools(body).flatMap(({ name, value, at }) => {
    if (name === 'functionDeclarations' && Array.isArray(value))
      return (value as unknown[]).map((one, index) => functionOf(one, `${at}[${index}]`, findings));
    findings.nativeOnly(at, 'built-in tools');
    return [];
  });
  const { mode, allowed } = callingOf(body, findings);
  // Of all functions Gemini takes names for these modes alone.
  if ((mode !== 'ANY' && mode !== 'VALIDATED') || allowed.length === 0)
    return { tools: functions, choice: CHOICES.get(mode) };
  const [only] = allowed;
  if (mode === 'ANY' && allowed.length === 1)
    return { tools: functions, choice: { type: 'function', function: { name: only } } };
  const some = functions.filter((one) => isObject(one['function']) && allowed.includes(one['function']['name']));
  if (some.length === 0)
    findings.nativeOnly(
      'toolConfig.functionCallingConfig.allowedFunctionNames',
      'the choice of functions that are not among those of the request',
    );
  return { tools: some, choice: CHOICES.get(mode) };
}

function functionOf(declared: unknown, at: string, findings: Findings): JsonObject {
  const { name, description, parameters } = isObject(declared) ? declared : {};
  if (typeof name !== 'string' || name === '') findings.refuse(`${at}.name`, 'must be the name of a function');
  const written = isObject(declared) ? memberOf(declared, 'parametersJsonSchema') : undefined;
  const schema = isObject(parameters) ? jsonSchemaOf(parameters) : written;
  const called = withoutUndefined({ name, description, parameters: schema ?? { type: 'object', properties: {} } });
  return { type: 'function', function: called };
}

const CHOICES: ReadonlyMap<unknown, string> = new Map([
  ['AUTO', 'auto'],
  ['VALIDATED', 'auto'],
  ['ANY', 'required'],
  ['NONE', 'none'],
]);

function callingOf(
  body: JsonObject,
  findings: Findings,
): { readonly mode: unknown; readonly allowed: readonly unknown[] } {
  const config = memberOf(body, 'toolConfig');
  const calling = isObject(config) ? memberOf(config, 'functionCallingConfig') : undefined;
  if (!isObject(calling)) return { mode: undefined, allowed: [] };
  const { mode } = calling;
  if (!isAbsent(mode) && mode !== 'MODE_UNSPECIFIED' && !CHOICES.has(mode))
    findings.refuse('toolConfig.functionCallingConfig.mode', 'must be AUTO, ANY, NONE or VALIDATED');
  const allowed = memberOf(calling, 'allowedFunctionNames');
  return { mode, allowed: Array.isArray(allowed) ? (allowed as unknown[]) : [] };
}

function stopsOf(stops: unknown, findings: Findings): readonly unknown[] | undefined {
  if (isAbsent(stops)) return undefined;
  if (Array.isArray(stops) && stops.every((stop) => typeof stop === 'string'))
    return stops.length === 0 ? undefined : stops;
  findings.refuse('generationConfig.stopSequences', 'must be a list of texts');
  return undefined;
}

const LEVELS: ReadonlyMap<unknown, string> = new Map([
  ['MINIMAL', 'low'],
  ['LOW', 'low'],
  ['MEDIUM', 'medium'],
  ['HIGH', 'high'],
]);

/** -1 leaves it to the model; 0 asks for none, which is what others do who are not asked. */
function effortOf(thinking: unknown, findings: Findings): string | undefined {
  if (!isObject(thinking)) return undefined;
  const level = memberOf(thinking, 'thinkingLevel');
  const budget = memberOf(thinking, 'thinkingBudget');
  if (typeof level === 'string') return LEVELS.get(level.toUpperCase());
  if (!isAbsent(budget) && !Number.isSafeInteger(budget))
    findings.refuse('generationConfig.thinkingConfig.thinkingBudget', 'must be a whole number of tokens');
  if (budget === 0) return undefined;
  const tokens = Number(budget ?? -1);
  if (tokens > 0) return effortOfBudget(tokens);
  return memberOf(thinking, 'includeThoughts') === true ? 'medium' : undefined;
}

function formatOf(config: JsonObject, findings: Findings): JsonObject | undefined {
  const type = memberOf(config, 'responseMimeType');
  if (isAbsent(type) || type === 'text/plain') return undefined;
  if (type !== 'application/json') {
    findings.nativeOnly('generationConfig.responseMimeType', `answers of type ${String(type)}`);
    return undefined;
  }
  const own = memberOf(config, 'responseSchema');
  const schema = isObject(own) ? jsonSchemaOf(own) : memberOf(config, 'responseJsonSchema');
  return isObject(schema) ? { type: 'json_schema', json_schema: { name: 'answer', schema } } : { type: 'json_object' };
}

/** Answers in sound and pictures have another form each. */
function modalitiesOf(modalities: unknown, findings: Findings): readonly string[] | undefined {
  if (!Array.isArray(modalities)) return undefined;
  const wanted = (modalities as unknown[]).map((one) => String(one).toUpperCase()).filter((one) => one !== 'TEXT');
  if (wanted.length === 0) return undefined;
  findings.nativeOnly('generationConfig.responseModalities', `answers in ${wanted.join(', ')}`);
  return wanted.map((one) => one.toLowerCase());
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const withoutUndefined = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
