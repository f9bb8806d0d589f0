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

/** Those that the caller runs, and those of the provider's that cost nothing beside their tokens. */
const FREE: ReadonlySet<string> = new Set([
  'functionDeclarations',
  'computerUse',
  'codeExecution',
  'urlContext',
  'fileSearch',
]);
const SEARCHES: ReadonlySet<string> = new Set(['googleSearch', 'googleSearchRetrieval']);
/** Of a request with a tool that searches. */
const SEARCHES_MAX = 10;
const RUN_BY_CALLER: ReadonlySet<string> = new Set(['functionDeclarations', 'computerUse']);
/** What these bring into the prompt is billed with it, or as nothing. */
const SEEN: ReadonlySet<string> = new Set([...RUN_BY_CALLER, ...SEARCHES, 'codeExecution']);

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
    .filter(({ name }) => !FREE.has(name))
    .map(({ name, at }) => ({ field: at, extra: SEARCHES.has(name) ? ('search' as const) : undefined }));
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

/** Of a body of generateContent, whose answers tell what was searched for. */
export function askedOfGemini(body: JsonObject): Asked {
  const serviceTier = tierOfGemini(body);
  const searches = geminiTools(body).some(({ name }) => SEARCHES.has(name)) ? SEARCHES_MAX : 0;
  if (serviceTier === undefined && searches === 0) return NOTHING_ASKED;
  return { ...NOTHING_ASKED, serviceTier, measuredMax: searches === 0 ? undefined : { searches } };
}
