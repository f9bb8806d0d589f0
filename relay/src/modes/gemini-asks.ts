import type { Extra } from '@ledgate/domain/pricing/reckon';
import { isObject, type JsonObject } from '../wire/json.ts';
import { type Asked, dearTier, NOTHING_ASKED } from './asked.ts';

/** Gemini's JSON is protobuf's, where a member may be spelled as inCamelCase or as in_snake_case. `name`: in camel case. */
export const memberOf = (object: JsonObject, name: string): unknown => object[name] ?? object[snakeOf(name)];

export const camelOf = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** How the answer is to be made. */
export function configOf(body: JsonObject): JsonObject {
  const config = memberOf(body, 'generationConfig');
  return isObject(config) ? config : {};
}

/** A tool of Gemini's, by the member of `tools` that switches it on; `at`: its path as the caller spells it. */
type GeminiTool = { readonly name: string; readonly value: unknown; readonly at: string };

export function geminiTools({ tools }: JsonObject): readonly GeminiTool[] {
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [];
  return list.flatMap((tool, index) =>
    isObject(tool)
      ? Object.entries(tool).map(([name, value]) => ({ name: camelOf(name), value, at: `tools[${index}].${name}` }))
      : [],
  );
}

/** What a book may price of those that the provider runs; of the others it can price none. */
const EXTRAS: ReadonlyMap<string, Extra> = new Map<string, Extra>([
  ['googleSearch', 'search'],
  ['googleSearchRetrieval', 'search'],
  ['codeExecution', 'codeSession'],
  ['fileSearch', 'fileSearch'],
]);
/** Of a request with a tool that searches. */
const SEARCHES_MAX = 10;
/** For these the model writes calls, and nothing else happens at the provider. */
const RUN_BY_CALLER: ReadonlySet<string> = new Set(['functionDeclarations', 'computerUse']);
/** What these bring into the prompt is billed with it, or as nothing. */
const SEEN: ReadonlySet<string> = new Set([...RUN_BY_CALLER, 'googleSearch', 'googleSearchRetrieval', 'codeExecution']);

/** The provider runs it, and then has the model go on with the result. */
export const isRunByGemini = ({ name }: GeminiTool): boolean => !RUN_BY_CALLER.has(name);

/** What it brings into the prompt is in no request, so that nobody can know how long it is. */
export const bringsUnseenTokens = ({ name }: GeminiTool): boolean => !SEEN.has(name);

/** Models that answer with pictures unless they are asked for something else. */
export const makesPictures = (model: string): boolean => /-image(?:-|$)/.test(model);
const MODALITIES: readonly (readonly [string, Extra])[] = [
  ['AUDIO', 'audioOutput'],
  ['IMAGE', 'imageOutput'],
];

/** Members of a body that ask for what costs more; `extra` undefined: no book can price it. */
export function extrasOfGemini(
  body: JsonObject,
  model: string,
): readonly { readonly field: string; readonly extra: Extra | undefined }[] {
  const tools = geminiTools(body)
    .filter(isRunByGemini)
    .map(({ name, at }) => ({ field: at, extra: EXTRAS.get(name) }));
  const modalities = memberOf(configOf(body), 'responseModalities');
  const wanted = Array.isArray(modalities)
    ? (modalities as unknown[]).map((one) => String(one).toUpperCase())
    : makesPictures(model)
      ? ['IMAGE']
      : [];
  const answers = MODALITIES.filter(([modality]) => wanted.includes(modality));
  return [...tools, ...answers.map(([, extra]) => ({ field: 'generationConfig.responseModalities', extra }))];
}

/** The tier of service that a body asks for; undefined for the standard one. */
export function tierOfGemini(body: JsonObject): string | undefined {
  const tier = memberOf(body, 'serviceTier');
  return typeof tier === 'string' ? dearTier(tier.toLowerCase().replace(/^service_tier_/, '')) : undefined;
}

/** Of a body of generateContent. Its answers tell what was searched for, but no prices of other tools: a request with one is billed once for it. */
export function askedOfGemini(body: JsonObject): Asked {
  const serviceTier = tierOfGemini(body);
  const extras = new Set(geminiTools(body).map(({ name }) => EXTRAS.get(name)));
  const fixed = {
    ...(extras.has('fileSearch') ? { fileSearches: 1 } : {}),
    ...(extras.has('codeSession') ? { codeSessions: 1 } : {}),
  };
  const most = { ...fixed, ...(extras.has('search') ? { searches: SEARCHES_MAX } : {}) };
  if (serviceTier === undefined && !isFilled(most)) return NOTHING_ASKED;
  return {
    ...NOTHING_ASKED,
    serviceTier,
    measuredMax: isFilled(most) ? most : undefined,
    measured: isFilled(fixed) ? fixed : undefined,
  };
}

const isFilled = (measured: object): boolean => Object.keys(measured).length > 0;
