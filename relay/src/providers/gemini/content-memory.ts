import type { AnswerFacts } from '../../modes/answer.ts';
import { CountableText, TOOL_CALL_TOKENS } from '../../usage/countable-text.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { KeptEvents } from '../../wire/kept-events.ts';
import { searchesIn, usageOfContent, withSearches } from './content-usage.ts';

/**
 * What a stream of Gemini's answers brought: its usage, whether it is whole, and its texts, in case they have to be counted. Events of which only the
 * texts matter may be kept as bytes: they are parsed when somebody asks, or when there are too many.
 */
export class ContentMemory {
  readonly #kept = new KeptEvents((answer) => this.#take(answer));
  readonly #written = new CountableText();
  #usage: unknown;
  #searches = 0;
  #id: unknown;
  #model: unknown;
  #hasBegun = false;
  #isFinished = false;

  /** Whole events of which none says why an answer ends. */
  keep(events: Buffer): void {
    this.#kept.keep(events);
  }

  take(answer: JsonObject): void {
    this.#kept.read();
    this.#take(answer);
  }

  /** The answer has said why it ends, or that it will not begin. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Figures that come before the end are those of a beginning. */
  usage(): ReportedUsage | undefined {
    this.#kept.read();
    return this.#isFinished ? this.#told() : undefined;
  }

  facts(): AnswerFacts | undefined {
    this.#kept.read();
    return this.#hasBegun ? { id: this.#id, model: this.#model, cost: undefined } : undefined;
  }

  /** A candidate, for none comes before it says something. */
  get hasSaid(): boolean {
    this.#kept.read();
    return this.#hasBegun;
  }

  /** Undefined when nothing came that is an answer's part. */
  produced(): Produced | undefined {
    this.#kept.read();
    if (!this.#hasBegun) return undefined;
    const told = this.#told();
    return { ...this.#written.produced(), ...(told === undefined ? {} : { told }) };
  }

  takeCountable(): string | undefined {
    return this.#written.take();
  }

  #told(): ReportedUsage | undefined {
    return withSearches(usageOfContent(this.#usage), this.#searches);
  }

  #take(answer: JsonObject): void {
    const { usageMetadata: usage, responseId: id, modelVersion: model } = answer;
    if (isObject(usage)) this.#usage = usage;
    this.#id ??= id;
    this.#model ??= model;
    const candidates = candidatesOf(answer);
    this.#hasBegun ||= candidates.length > 0 || isBlocked(answer);
    this.#isFinished ||= isBlocked(answer) || candidates.some(isFinished);
    this.#searches = Math.max(this.#searches, searchesIn(candidates, this.#model));
    for (const candidate of candidates) this.#written.toolCalls += addProduced(partsOf(candidate), this.#written.add);
  }
}

export const candidatesOf = ({ candidates }: JsonObject): readonly JsonObject[] =>
  Array.isArray(candidates) ? (candidates as unknown[]).filter(isObject) : [];

/** What a candidate has said. */
export function partsOf({ content }: JsonObject): readonly JsonObject[] {
  const parts = isObject(content) ? content['parts'] : undefined;
  return Array.isArray(parts) ? (parts as unknown[]).filter(isObject) : [];
}

export const isFinished = ({ finishReason: reason }: JsonObject): boolean =>
  typeof reason === 'string' && reason !== '';

/** The prompt was refused: there is no candidate, and there will be none. */
export const isBlocked = ({ promptFeedback: feedback }: JsonObject): boolean =>
  isObject(feedback) && typeof feedback['blockReason'] === 'string';

/** Of a whole answer. */
export function producedIn(candidates: readonly JsonObject[]): Produced {
  const texts: string[] = [];
  let toolCalls = 0;
  for (const candidate of candidates) toolCalls += addProduced(partsOf(candidate), (text) => texts.push(text));
  return { texts, fixedTokens: toolCalls * TOOL_CALL_TOKENS, soundTokens: 0 };
}

/** Adds what a model wrote; answers the number of tools it calls. */
function addProduced(parts: readonly JsonObject[], add: (text: string) => void): number {
  let calls = 0;
  for (const { text, functionCall: call, executableCode: code } of parts) {
    if (typeof text === 'string' && text !== '') add(text);
    if (isObject(code) && typeof code['code'] === 'string') add(code['code']);
    if (!isObject(call)) continue;
    calls += 1;
    add(String(call['name'] ?? ''));
    if (isObject(call['args'])) add(JSON.stringify(call['args']));
  }
  return calls;
}
