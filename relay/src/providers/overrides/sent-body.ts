import { type BodyOverride, CHOICES_NAMES, MAXIMUM_NAMES } from '@ledgate/domain/channel/channel-override';
import { isPromptMember } from '@ledgate/domain/pricing/prompt-bound';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { CHOICES_MAX, MAX_TOKENS_MAX } from '../../limits.ts';
import type { Dialect } from '../../modes/dialect.ts';
import { EFFORT_BY_FORM, EFFORT_NAMES } from '../../modes/effort-by-form.ts';
import type { SentFacts } from '../../modes/sent-facts.ts';
import type { Call } from '../provider.ts';
import { maySell, maySellLongPrompts, maySellTier } from '../sales.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { DEARER_BY_FORM, dearContext } from './dearer-by-form.ts';
import { overriddenBody } from './overridden-body.ts';
import { overrideOf } from './override-of.ts';

/** What a caller says may be large, and tells nothing of what his answer costs beside its own size. */
const WORDS: ReadonlySet<string> = new Set(['messages', 'contents', 'input', 'prompt', 'chat_history', '__proto__']);
/** Of Bedrock, and of Google's cloud: features that are asked for in the body. */
const BETAS = 'anthropic_beta';
const BETA_HEADER = 'anthropic-beta';
const LEVELS_MAX = 4;

type Sold = Pick<Call, 'channel' | 'model' | 'priced'>;

/**
 * The body of a request as it goes up to its channel: with the channel's changes, and of these with no tier of service that has no price. Throws
 * UnsupportedRequest where they ask for anything else that has none, and BadChannel.
 */
export function sentBody(bytes: Buffer, call: Sold, form: Dialect): Buffer {
  const override = overrideOf(call.channel);
  if (override === undefined) return bytes;
  const beta = override.headers?.set.get(BETA_HEADER);
  if (beta !== undefined) refuseDearContext(beta, call);
  return override.body === undefined
    ? bytes
    : soldBody(overriddenBody(bytes, override.body), override.body, call, form);
}

function soldBody(bytes: Buffer, override: BodyOverride, call: Sold, form: Dialect): Buffer {
  const own = membersIn(bytes, ownNames(override));
  const dearer = DEARER_BY_FORM[form];
  for (const { field, extra } of dearer.extras(own, call.model))
    if (!maySell(call, extra)) throw new UnsupportedRequest(field, UNSOLD);
  refuseDearContext(own[BETAS], call);
  const tier = dearer.tier(own);
  if (tier === undefined || maySellTier(call, tier)) return bytes;
  return changed(bytes, membersOf(bytes), new Map(dearer.tierNames.map((name) => [name, null])));
}

function refuseDearContext(betas: unknown, call: Sold): void {
  const dear = maySellLongPrompts(call) ? undefined : dearContext(betas, call.model);
  if (dear !== undefined) throw new UnsupportedRequest(BETA_HEADER, `${dear}, which the channel asks for, ${UNSOLD}`);
}

const UNSOLD = 'has no price here for this model';

/** Members of a body that the channel itself writes. */
const ownNames = ({ set, rename }: BodyOverride): ReadonlySet<string> =>
  new Set([...set.map(({ path }) => path[0] as string), ...rename.map(({ to }) => to[0] as string)]);

/** What of a body that goes up decides on its price, and how hard it asks to think, where the channel has changed it. `bytes`: as they go up. */
export function sentFactsOf(bytes: Buffer, override: BodyOverride, form: Dialect, model: string): SentFacts {
  const body = membersIn(bytes);
  return {
    maximum: isTouched(override, MAXIMUM_NAMES)
      ? { tokens: largestOf(body, MAXIMUM_NAMES, MAX_TOKENS_MAX) }
      : undefined,
    choices: isTouched(override, CHOICES_NAMES) ? (largestOf(body, CHOICES_NAMES, CHOICES_MAX) ?? 1) : undefined,
    asked: DEARER_BY_FORM[form].asked(body, model),
    effort: isTouched(override, EFFORT_NAMES) ? { word: EFFORT_BY_FORM[form](body) } : undefined,
    body,
    added: override.set.flatMap(({ path, value }) => (isPromptMember(path[0] as string) ? [value] : [])),
  };
}

/** Some member of these names may have been written, renamed or taken away. */
function isTouched({ set, remove, rename }: BodyOverride, names: ReadonlySet<string>): boolean {
  const paths = [...set.map(({ path }) => path), ...remove, ...rename.flatMap(({ from, to }) => [from, to])];
  const isNamed = (value: unknown): boolean =>
    isObject(value) && Object.entries(value).some(([name, inner]) => names.has(name) || isNamed(inner));
  // A path that ends above them takes away what is below it.
  return (
    paths.some((path) => path.some((name) => names.has(name)) || HOLDERS.has(path.at(-1) as string)) ||
    set.some(({ value }) => isNamed(value))
  );
}

/** Objects in which providers have their settings. */
const HOLDERS: ReadonlySet<string> = new Set([
  'generationConfig',
  'generation_config',
  'parameters',
  'parameter',
  'options',
  'chat',
  'inferenceConfig',
]);

function membersIn(bytes: Buffer, names?: ReadonlySet<string>): JsonObject {
  const found: Record<string, unknown> = {};
  for (const { name, valueStart, valueEnd } of membersOf(bytes))
    if (!WORDS.has(name) && names?.has(name) !== false)
      found[name] = parsedJson(bytes.toString('utf8', valueStart, valueEnd));
  return found;
}

/** Above zero, in the body or in objects within it. */
function largestOf(body: JsonObject, names: ReadonlySet<string>, most: number, level = 1): number | undefined {
  let largest: number | undefined;
  for (const [name, value] of Object.entries(body)) {
    const found = names.has(name)
      ? wholeWithin(value, most)
      : isObject(value) && level < LEVELS_MAX
        ? largestOf(value, names, most, level + 1)
        : undefined;
    if (found !== undefined) largest = Math.max(largest ?? 0, found);
  }
  return largest;
}

const wholeWithin = (value: unknown, most: number): number | undefined =>
  typeof value === 'number' && value > 0 ? Math.min(most, Math.ceil(value)) : undefined;
