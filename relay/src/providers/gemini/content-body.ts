import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { extrasOfOpenAi, geminiSwitches, isGeminiSwitch, mayAnswerInSound } from '../../modes/asked.ts';
import { makesPictures } from '../../modes/gemini-asks.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { type AskedFunction, askedFunctions, choiceAmongCallable, nameOfChosen } from '../asked-functions.ts';
import { stopsOf } from '../asked-values.ts';
import { maySell } from '../sales.ts';
import { cleanedSchema } from './content-schema.ts';
import { conversationOf } from './content-turns.ts';
import { thinkingOf } from './thinking.ts';

/** The most candidates that Gemini makes, and the most texts that it stops at. */
const CANDIDATES_MAX = 8;
const STOPS_MAX = 5;
const TEMPERATURE_MAX = 2;

/** What Gemini would refuse to speak of: a gateway leaves that to its callers. */
const SAFETY_SETTINGS = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
  'HARM_CATEGORY_CIVIC_INTEGRITY',
].map((category) => ({ category, threshold: 'BLOCK_NONE' }));

/** Models that refuse calls of earlier turns without the signatures of their thoughts. */
const SIGNS_CALLS = /^gemini-(?:[3-9]|\d\d)/;

/**
 * A chat request as Gemini's generateContent takes it (docs/behaviour.md#gemini). What has no counterpart stays behind (penalties, log probabilities,
 * that tools are called one by one); what would make the answer another one than was asked for throws UnsupportedRequest, naming the field.
 * `hasIds`: the upstream knows the ids of calls.
 */
export function contentBody(
  call: Pick<Call<'chat'>, 'request' | 'model' | 'channel' | 'priced'>,
  { hasIds }: { readonly hasIds: boolean },
): Buffer {
  const { request, model } = call;
  const { body, messages } = request;
  refuseImpossible(request);
  if (makesPictures(model) && !maySell(call, 'imageOutput'))
    throw new UnsupportedRequest('model', 'makes pictures, which have no price here');
  const { system, turns } = conversationOf(messages, { hasIds, needsSignatures: SIGNS_CALLS.test(model) });
  // Who speaks another protocol has words of his own for them.
  const isSwitching = request.native === undefined;
  const functions = askedFunctions(body)
    .filter(({ name }) => !isSwitching || !isGeminiSwitch(name))
    .map(functionOf);
  const own = Object.entries({ ...searchOf(call), ...(isSwitching ? switchedOn(call) : {}) }).map(([name, tool]) => ({
    [name]: tool,
  }));
  const tools = [...(functions.length === 0 ? [] : [{ functionDeclarations: functions }]), ...own];
  const choice = functions.length === 0 ? undefined : choiceOf(choiceAmongCallable(body) ?? body['function_call']);
  return Buffer.from(
    JSON.stringify({
      contents: turns,
      systemInstruction: system.length === 0 ? undefined : { parts: [{ text: system.join('\n') }] },
      tools: tools.length === 0 ? undefined : tools,
      toolConfig: choice === undefined ? undefined : { functionCallingConfig: choice },
      generationConfig: configOf(request, model),
      safetySettings: SAFETY_SETTINGS,
    }),
  );
}

function refuseImpossible({ body, choices }: ChatRequest): void {
  if (choices > CANDIDATES_MAX)
    throw new UnsupportedRequest('n', `must be at most ${CANDIDATES_MAX}, which is what Gemini answers`);
  if (mayAnswerInSound(body))
    throw new UnsupportedRequest(isObject(body['audio']) ? 'audio' : 'modalities', 'cannot be used with this channel');
}

/** Undefined where nothing is said, which is never wrong. */
function configOf(request: ChatRequest, model: string): JsonObject | undefined {
  const { body, choices, completionMax } = request;
  const config = {
    maxOutputTokens: completionMax,
    temperature: numberOf(body['temperature'], TEMPERATURE_MAX),
    topP: numberOf(body['top_p'], 1),
    topK: numberOf(body['top_k'], Infinity),
    candidateCount: choices > 1 ? choices : undefined,
    seed: Number.isSafeInteger(body['seed']) ? body['seed'] : undefined,
    stopSequences: fewStops(body['stop']),
    ...formatOf(body['response_format']),
    thinkingConfig: thinkingOf(body, model, completionMax),
  };
  return Object.values(config).every((value) => value === undefined) ? undefined : config;
}

const functionOf = ({ name, description, parameters }: AskedFunction): JsonObject => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...(parameters === undefined ? {} : parametersOf(parameters)),
});

/** Gemini refuses an object without members. */
function parametersOf(parameters: JsonObject): JsonObject {
  const cleaned = cleanedSchema({ type: 'object', ...parameters });
  const { properties } = cleaned;
  return isObject(properties) && Object.keys(properties).length === 0
    ? {}
    : properties === undefined
      ? {}
      : { parameters: cleaned };
}

type Sold = Pick<Call<'chat'>, 'request' | 'model' | 'channel' | 'priced'>;

/** By whichever member of a chat. */
function searchOf(call: Sold): JsonObject {
  const asked = extrasOfOpenAi(call.request.body).find(({ extra }) => extra === 'search');
  if (asked === undefined) return {};
  if (!maySell(call, 'search')) throw new UnsupportedRequest(asked.field, 'has no price here for this model');
  return { googleSearch: {} };
}

/** Tools of Gemini's own, by functions that have their names. */
function switchedOn(call: Sold): JsonObject {
  const switches = geminiSwitches(call.request.body);
  const unsold = switches.find(({ extra }) => !maySell(call, extra));
  if (unsold !== undefined) throw new UnsupportedRequest(unsold.field, 'has no price here for this model');
  return Object.fromEntries(switches.map(({ name }) => [name, {}]));
}

const MODES: ReadonlyMap<unknown, string> = new Map([
  ['auto', 'AUTO'],
  ['none', 'NONE'],
  ['required', 'ANY'],
]);

function choiceOf(chosen: unknown): JsonObject | undefined {
  if (chosen === undefined || chosen === null) return undefined;
  const mode = MODES.get(chosen);
  return mode === undefined ? { mode: 'ANY', allowedFunctionNames: [nameOfChosen(chosen)] } : { mode };
}

function formatOf(format: unknown): JsonObject {
  const { type, json_schema: asked } = isObject(format) ? format : {};
  if (type !== 'json_object' && type !== 'json_schema') return {};
  const schema = type === 'json_schema' && isObject(asked) ? asked['schema'] : undefined;
  return {
    responseMimeType: 'application/json',
    ...(isObject(schema) ? { responseSchema: cleanedSchema(schema) } : {}),
  };
}

function fewStops(stop: unknown): readonly string[] | undefined {
  const stops = stopsOf(stop);
  if (stops !== undefined && stops.length > STOPS_MAX)
    throw new UnsupportedRequest('stop', `must be at most ${STOPS_MAX} texts for Gemini`);
  return stops;
}

const numberOf = (value: unknown, most: number): number | undefined =>
  typeof value === 'number' ? Math.min(most, value) : undefined;
