import { EventTooLarge } from '../../errors/event-too-large.ts';
import { UNREADABLE_EVENTS_MAX } from '../../limits.ts';
import { toldError } from '../../wire/told-error.ts';
import type { AnswerFacts, AnswerStream, Refusal } from '../../modes/answer.ts';
import { type Mask, maskedLines, maskedTexts } from '../../upstream/channel-secret.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import type { Cost } from '../../usage/cost.ts';
import { NOTHING_PRODUCED, type Produced, type ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, END_MARK, eventsIn, hasUsage, mayBeError, mayEnd } from '../../wire/sse.ts';
import { WholeEvents } from '../../wire/whole-events.ts';
import { factsOf, reportedUsage } from './reported-usage.ts';
import { StreamMemory } from './stream-memory.ts';

const NOTHING = Buffer.alloc(0);

/** Cuts bytes into whole events, however they come. */
export type Cutter = Pick<WholeEvents, 'push' | 'rest'>;

type Options = {
  readonly reEncode?: boolean;
  readonly holdsUsage?: boolean;
  readonly mask: Mask;
  readonly cutter?: Cutter;
  readonly inOpenAi?: (events: Buffer) => Buffer;
  readonly usageSoFar?: () => unknown;
  readonly refusalIn?: (event: JsonObject) => Refusal | undefined;
};

/**
 * A stream of chat completion chunks (docs/behaviour.md#streams). Bytes pass as they come, cut only where events end; only the event with the usage is parsed.
 * The usage chunk is hidden unless the caller asked for it. With `reEncode` (setting force_format) every chunk is written anew.
 */
export class OpenAiStream implements AnswerStream {
  readonly #usageAsked: boolean;
  readonly #holdsUsage: boolean;
  readonly #reEncode: boolean;
  readonly #mask: Mask;
  readonly #inOpenAi: ((events: Buffer) => Buffer) | undefined;
  readonly #refusalIn: ((event: JsonObject) => Refusal | undefined) | undefined;
  readonly #usageSoFar: (() => unknown) | undefined;
  readonly #events: Cutter;
  readonly #memory = new StreamMemory();
  #usage: ReportedUsage | undefined;
  #facts: AnswerFacts | undefined;
  /** Nothing is said behind it: others tell what an answer has come to so far. */
  #isUsageLast = false;
  #usageShown = false;
  /** The chunk with the usage, until it is known what it costs. */
  #held: JsonObject | undefined;
  ended = false;
  #hasPassed = false;
  /** Of what came at once. */
  #unreadable = 0;
  errorTold: JsonObject | undefined;
  refusal: Refusal | undefined;

  /**
   * `mask` takes the channel's key out of what an error event says. `holdsUsage`: the usage leaves at the end, with the cost. Of providers that do not speak
   * quite like OpenAI `cutter` finds whole events in their bytes, `inOpenAi` brings those to its form, leaving out what says nothing in it, `usageSoFar` is
   * what they told of the usage before the end, in OpenAI's form, and `refusalIn` says why a stream that begins so is no answer.
   */
  constructor(
    usageAsked: boolean,
    {
      reEncode = false,
      holdsUsage = false,
      mask,
      cutter = new WholeEvents(),
      inOpenAi,
      usageSoFar,
      refusalIn,
    }: Options,
  ) {
    this.#usageAsked = usageAsked;
    this.#holdsUsage = holdsUsage;
    this.#reEncode = reEncode;
    this.#mask = mask;
    this.#events = cutter;
    this.#inOpenAi = inOpenAi;
    this.#usageSoFar = usageSoFar;
    this.#refusalIn = refusalIn;
  }

  get hasToldError(): boolean {
    return this.errorTold !== undefined;
  }

  push(bytes: Buffer): Buffer | undefined {
    if (this.ended) return undefined;
    this.#unreadable = 0;
    const events = this.#events.push(bytes);
    return events === undefined ? undefined : this.#pass(events);
  }

  flush(): Buffer | undefined {
    const rest = this.ended ? undefined : this.#events.rest();
    if (rest === undefined) return undefined;
    const data = dataOf(rest);
    return data === END_MARK || isObject(parsedJson(data)) ? this.#pass(rest) : undefined;
  }

  isWhole(): boolean {
    return this.ended || this.#isUsageLast || this.#memory.isFinished;
  }

  /** Figures that come before the end, as Perplexity and xAI tell them with every piece, are those of a beginning. */
  usage(): ReportedUsage | undefined {
    return this.#usage !== undefined && this.isWhole() ? this.#usage : undefined;
  }

  facts(): AnswerFacts | undefined {
    if (this.#facts !== undefined || this.#memory.first === undefined) return this.#facts;
    return factsOf(this.#memory.first);
  }

  /** Of an answer that failed its beginning alone was none. */
  produced(): Produced | undefined {
    const produced = this.hasToldError && !this.#memory.hasSaid ? undefined : this.#memory.produced();
    const told = this.#usage ?? (produced === undefined ? undefined : reportedUsage(this.#usageSoFar?.()));
    return told === undefined ? produced : { ...(produced ?? NOTHING_PRODUCED), told };
  }

  takeCountable(): string | undefined {
    return this.#memory.takeCountable();
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const shown = this.#usageAsked && !this.#usageShown ? this.#usageEvent(usage, cost) : '';
    return Buffer.from(`${shown}data: ${END_MARK}\n\n`);
  }

  /** Whole events. */
  #pass(came: Buffer): Buffer | undefined {
    const events = this.#inOpenAi === undefined ? came : this.#inOpenAi(came);
    if (events.length === 0) return undefined;
    if (!this.#reEncode && !hasUsage(events) && !mayEnd(events) && !mayBeError(events)) {
      this.#memory.keep(events);
      this.#hasPassed = true;
      return events;
    }
    const passing: Buffer[] = [];
    for (const event of eventsIn(events)) {
      const passed = this.#passOne(event);
      if (this.ended) break;
      if (passed === NOTHING) continue;
      passing.push(passed);
      this.#hasPassed = true;
    }
    if (passing.length === 0) return undefined;
    return passing.length === 1 ? passing[0] : Buffer.concat(passing);
  }

  #passOne(event: Buffer): Buffer {
    if (mayEnd(event) && dataOf(event) === END_MARK) {
      this.ended = true;
      return NOTHING;
    }
    if (this.#isRefusal(event)) return NOTHING;
    const chunk = this.#reEncode || hasUsage(event) ? parsedJson(dataOf(event)) : undefined;
    if (isObject(chunk) && isObject(chunk['usage'])) {
      const told = reportedUsage(chunk['usage'], chunk['service_tier']);
      this.#usage = told ?? this.#usage;
      this.#facts = factsOf(chunk);
      this.#isUsageLast = told !== undefined && !(Array.isArray(chunk['choices']) && chunk['choices'].length > 0);
      if (toldError(chunk['error']) === undefined && this.#isUsageAlone(chunk)) return NOTHING;
      // Beside the last words, as DeepSeek and Mistral have it: told once more it would be added up by who adds up, and without its parts.
      if (told !== undefined && !this.#holdsUsage) this.#usageShown = true;
    }
    this.#memory.keep(event);
    if (this.#reEncode && !isObject(chunk) && dataOf(event) !== '') this.#countUnreadable();
    const passed = this.#reEncode ? reEncoded(chunk, event) : event;
    return mayBeError(event) ? this.#withoutKey(passed) : passed;
  }

  /** Whether a chunk with the usage has nothing for the caller, or not yet. */
  #isUsageAlone(chunk: JsonObject): boolean {
    const { choices } = chunk;
    // Without a list of choices it is no chunk that an SDK could read: the ending has the usage for who asked.
    if (!Array.isArray(choices)) return true;
    if (choices.length > 0) return false;
    if (!this.#usageAsked) return true;
    if (this.#holdsUsage) this.#held = chunk;
    else this.#usageShown = true;
    return this.#holdsUsage;
  }

  #isRefusal(event: Buffer): boolean {
    if (this.#refusalIn === undefined || this.#hasPassed || !mayBeError(event)) return false;
    const told = parsedJson(dataOf(event));
    this.refusal = isObject(told) ? this.#refusalIn(told) : undefined;
    this.ended = this.refusal !== undefined;
    return this.ended;
  }

  /** As it came, unless what is no model's words in it quotes the channel's key: an error beside the choices, or all where there are none. */
  #withoutKey(event: Buffer): Buffer {
    const data = dataOf(event);
    const chunk = parsedJson(data);
    if (!isObject(chunk)) {
      if (data !== '') this.#countUnreadable();
      return maskedLines(event, this.#mask);
    }
    const { choices, ...others } = chunk;
    if (toldError(others['error']) !== undefined) this.errorTold ??= others;
    const masked = maskedTexts(others, this.#mask) as JsonObject;
    if (JSON.stringify(masked) === JSON.stringify(others)) return event;
    return Buffer.from(`data: ${JSON.stringify(choices === undefined ? masked : { ...masked, choices })}\n\n`);
  }

  /** It takes long to find that a text is no object of JSON, and there may be thousands of them at once. */
  #countUnreadable(): void {
    this.#unreadable += 1;
    if (this.#unreadable > UNREADABLE_EVENTS_MAX)
      throw new EventTooLarge(
        `more than ${UNREADABLE_EVENTS_MAX} events of a stream that come at once are no JSON objects`,
      );
  }

  #usageEvent(usage: ReportedUsage, cost: Cost | undefined): string {
    if (this.#held !== undefined) {
      const masked = maskedTexts(this.#held, this.#mask) as JsonObject;
      return `data: ${JSON.stringify({ ...masked, usage: { ...(masked['usage'] as JsonObject), cost } })}\n\n`;
    }
    const { id, created, model, system_fingerprint: fingerprint } = this.#memory.first ?? {};
    const head = JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      system_fingerprint: fingerprint,
      choices: [],
    });
    return `data: ${head.slice(0, -1)},"usage":${JSON.stringify({ ...openAiUsage(usage), cost })}}\n\n`;
  }
}

/** Chunks with OpenAI's own members only; what is no chunk stays away, comments pass. */
function reEncoded(chunk: unknown, event: Buffer): Buffer {
  if (!isObject(chunk)) return dataOf(event) === '' ? event : NOTHING;
  const members: JsonObject = {
    id: chunk['id'],
    object: 'chat.completion.chunk',
    created: chunk['created'],
    model: chunk['model'],
    system_fingerprint: chunk['system_fingerprint'],
    choices: chunk['choices'],
    usage: chunk['usage'],
    error: chunk['error'],
  };
  return Buffer.from(`data: ${JSON.stringify(members)}\n\n`);
}
