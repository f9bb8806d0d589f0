import type { Extra } from '@ledgate/domain/pricing/reckon';
import type { Usage } from '@ledgate/domain/till/charge';
import { TIER_CHARACTERS_MAX } from '../limits.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import { recordable } from '../wire/recordable.ts';
import { allowedTools } from './allowed-tools.ts';

export type Measured = NonNullable<Usage['measured']>;

/** What a chat asks for beside its tokens, for which its provider takes more (docs/behaviour.md#what-multiplies-a-price). */
export type Asked = {
  /** Another tier of service than the provider's standard. */
  readonly serviceTier: string | undefined;
  /** The most that may come of it, and what is billed whatever the answer says of it. */
  readonly measuredMax: Measured | undefined;
  readonly measured: Measured | undefined;
  /** The provider's tool by which the web is searched, where the tools differ in price. */
  readonly searchTool: string | undefined;
};

export const NOTHING_ASKED: Asked = {
  serviceTier: undefined,
  measuredMax: undefined,
  measured: undefined,
  searchTool: undefined,
};

/** Tiers that every request may have at the price of the model. */
const STANDARD: ReadonlySet<unknown> = new Set(['auto', 'default', 'standard', 'standard_only']);

/** A tier of service by its name; undefined for the standard one, and for what is no name. */
export const dearTier = (name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' && !STANDARD.has(name) ? recordable(name, TIER_CHARACTERS_MAX) : undefined;

/** Sound comes only where it was asked for. */
export const mayAnswerInSound = ({ modalities, audio }: JsonObject): boolean =>
  (Array.isArray(modalities) && modalities.includes('audio')) || isObject(audio);

/** Pictures too: by OpenRouter, of models that make them. */
const asksForPictures = ({ modalities }: JsonObject): boolean =>
  Array.isArray(modalities) && modalities.includes('image');

/** Models of OpenAI's that search before each answer. */
const SEARCHING_MODEL = /-search-(?:preview|api)/;
/** By which chat completions search, but for those whose tool says another. */
const CHAT_SEARCH_TOOL = 'web_search_preview';
/** So do Perplexity's: it takes more for a request that reads more of the web, and reads the least where it is not told. */
const SIZED_SEARCHES = /^sonar/;
const SIZES: ReadonlySet<unknown> = new Set(['low', 'medium', 'high']);

function searchToolOf(model: string, { web_search_options: options }: JsonObject): string {
  if (!SIZED_SEARCHES.test(model)) return CHAT_SEARCH_TOOL;
  const size = isObject(options) ? options['search_context_size'] : undefined;
  return `search_context_${SIZES.has(size) ? String(size) : 'low'}`;
}

/** Functions by whose names a chat switches on a tool of Gemini's own: what costs more by each. */
const GEMINI_SWITCHES: ReadonlyMap<unknown, Extra> = new Map<unknown, Extra>([
  ['googleSearch', 'search'],
  ['codeExecution', 'codeSession'],
]);
/** Gemini may search several times for an answer, which tells how often. */
const GEMINI_SEARCHES_MAX = 10;

export const isGeminiSwitch = (name: unknown): boolean => GEMINI_SWITCHES.has(name);

/** Tools of Gemini's own that a body in OpenAI's form switches on; `field`: where. */
export function geminiSwitches(body: JsonObject): readonly (AskedExtra & { readonly name: string })[] {
  const { tools } = body;
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [];
  const allowed = allowedTools(body);
  return list.flatMap((tool, index) => {
    if (allowed?.isAllowed(tool) === false) return [];
    const called = isObject(tool) ? tool['function'] : undefined;
    const name = isObject(called) ? called['name'] : undefined;
    const extra = GEMINI_SWITCHES.get(name);
    return extra === undefined ? [] : [{ field: `tools[${index}].function.name`, extra, name: String(name) }];
  });
}

function askedOfGeminiBy(body: JsonObject, asked: Asked): Asked {
  const extras = new Set(geminiSwitches(body).map(({ extra }) => extra));
  if (extras.size === 0) return asked;
  const measured = { ...asked.measured, ...(extras.has('codeSession') ? { codeSessions: 1 } : {}) };
  const most = { ...measured, ...(extras.has('search') ? { searches: GEMINI_SEARCHES_MAX } : {}) };
  return { ...asked, measured: Object.keys(measured).length === 0 ? undefined : measured, measuredMax: most };
}

/** Of a body in OpenAI's form, for a model of whichever provider. */
export function askedOfOpenAi(body: JsonObject, model: string): Asked {
  const asked = askedInOpenAi(body, model);
  return body['tools'] !== undefined && model.startsWith('gemini-') ? askedOfGeminiBy(body, asked) : asked;
}

/** Its answers do not count what its tools have done: a request with one is billed once for it. */
function askedInOpenAi(body: JsonObject, model: string): Asked {
  const serviceTier = dearTier(body['service_tier']);
  const found = extrasOfOpenAi(body);
  const searches = SEARCHING_MODEL.test(model) || SIZED_SEARCHES.test(model);
  if (serviceTier === undefined && found.length === 0 && !searches) return NOTHING_ASKED;
  const extras = new Set<Extra | undefined>(found.map(({ extra }) => extra));
  if (searches) extras.add('search');
  const measured = {
    ...(extras.has('search') ? { searches: 1 } : {}),
    ...(extras.has('fileSearch') ? { fileSearches: 1 } : {}),
    ...(extras.has('codeSession') ? { codeSessions: 1 } : {}),
  };
  const isMeasured = Object.keys(measured).length > 0;
  return {
    serviceTier,
    measuredMax: isMeasured ? measured : undefined,
    measured: isMeasured ? measured : undefined,
    searchTool: searches
      ? searchToolOf(model, body)
      : found.some(({ searchTool }) => searchTool !== undefined)
        ? CHAT_SEARCH_TOOL
        : undefined,
  };
}

/** Priced tools of OpenAI's, by the beginnings of their types. */
const TOOLS: readonly (readonly [type: string, extra: Extra])[] = [
  ['web_search', 'search'],
  ['file_search', 'fileSearch'],
  ['code_interpreter', 'codeSession'],
];

export const extraOfTool = (type: string): Extra | undefined =>
  TOOLS.find(([beginning]) => type.startsWith(beginning))?.[1];

/** Tools that the caller runs. */
const RUN_BY_CALLER: ReadonlySet<string> = new Set(['function', 'custom']);

export type AskedExtra = {
  readonly field: string;
  /** Undefined: what no book can price, such as a tool of the provider's that nobody here knows. */
  readonly extra: Extra | undefined;
  /** Of a search by a tool that may have a price of its own. */
  readonly searchTool?: string;
};

const isEntered = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;
const isOn = (plugin: unknown): boolean => !isObject(plugin) || plugin['enabled'] !== false;
const isWeb = (plugin: unknown): boolean => isObject(plugin) && plugin['id'] === 'web';

/**
 * What is asked for by a member of its own of upstreams that speak like OpenAI. Searches: by OpenAI, xAI, OpenRouter and Ali. What no book can price:
 * OpenRouter's other plugins, and its other models than the one that is priced; an answer of xAI's that is fetched later, and never seen here.
 */
const DEAR_MEMBERS: readonly (AskedExtra & { readonly isAsked: (value: unknown) => boolean })[] = [
  { field: 'web_search_options', extra: 'search', isAsked: isObject },
  { field: 'search_parameters', extra: 'search', isAsked: (value) => isObject(value) && value['mode'] !== 'off' },
  {
    field: 'plugins',
    extra: 'search',
    isAsked: (value) => isEntered(value) && value.some((one) => isOn(one) && isWeb(one)),
  },
  {
    field: 'plugins',
    extra: undefined,
    isAsked: (value) => isEntered(value) && value.some((one) => isOn(one) && !isWeb(one)),
  },
  { field: 'enable_search', extra: 'search', isAsked: (value) => value === true },
  { field: 'models', extra: undefined, isAsked: isEntered },
  { field: 'deferred', extra: undefined, isAsked: (value) => value === true },
];

const NO_EXTRAS: readonly AskedExtra[] = [];

/** Members of a body in OpenAI's form that ask for what costs more: of nearly every chat none. */
export function extrasOfOpenAi(body: JsonObject): readonly AskedExtra[] {
  let found = NO_EXTRAS;
  for (const { field, extra, isAsked } of DEAR_MEMBERS) {
    const value = body[field];
    if (value === undefined || !isAsked(value)) continue;
    found = [...found, { field, extra, ...(extra === 'search' ? { searchTool: CHAT_SEARCH_TOOL } : {}) }];
  }
  if (mayAnswerInSound(body))
    found = [...found, { field: isObject(body['audio']) ? 'audio' : 'modalities', extra: 'audioOutput' }];
  if (asksForPictures(body)) found = [...found, { field: 'modalities', extra: 'imageOutput' }];
  const { tools } = body;
  return Array.isArray(tools) ? [...found, ...extraTools(tools)] : found;
}

function extraTools(tools: readonly unknown[]): readonly AskedExtra[] {
  const found: AskedExtra[] = [];
  for (let index = 0; index < tools.length; index += 1) {
    const tool = tools[index];
    const type = isObject(tool) ? tool['type'] : undefined;
    if (typeof type !== 'string' || RUN_BY_CALLER.has(type)) continue;
    const searchTool = type.startsWith(CHAT_SEARCH_TOOL) ? { searchTool: CHAT_SEARCH_TOOL } : {};
    found.push({ field: `tools[${index}].type`, extra: extraOfTool(type), ...searchTool });
  }
  return found;
}

/** Anthropic's tool, by the beginning of its type. */
const MESSAGES_SEARCH = 'web_search_';
/** Of a tool that states no maximum. */
const SEARCHES_UNSTATED = 10;
/** What `auto` may become, which is the same as saying nothing. */
const MESSAGES_TIER = 'priority';

export const isMessagesSearch = (type: unknown): boolean =>
  typeof type === 'string' && type.startsWith(MESSAGES_SEARCH);

/** The tier that a body of Anthropic's messages may come to. */
export const tierOfMessages = ({ service_tier: tier }: JsonObject): string | undefined =>
  tier === 'auto' ? MESSAGES_TIER : dearTier(tier);

/** Of a body of Anthropic's messages, whose answers count the searches. */
export function askedOfMessages(body: JsonObject): Asked {
  const { tools } = body;
  const serviceTier = tierOfMessages(body);
  let searches = 0;
  for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
    if (!isObject(tool) || !isMessagesSearch(tool['type'])) continue;
    const { max_uses: most } = tool;
    searches += Number.isSafeInteger(most) && (most as number) > 0 ? (most as number) : SEARCHES_UNSTATED;
  }
  if (serviceTier === undefined && searches === 0) return NOTHING_ASKED;
  return { ...NOTHING_ASKED, serviceTier, measuredMax: searches === 0 ? undefined : { searches } };
}
