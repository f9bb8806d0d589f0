import { KEPT_STREAM_BYTES_MAX, KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import type { AnswerFacts } from '../../modes/answer.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { promptUsageOfContent, searchesIn, usageOfContent, withSearches } from './content-usage.ts';

/** Tokens around each call of a tool. */
const TOOL_CALL_TOKENS = 7;

/**
 * What a stream of Gemini's answers brought: its usage, whether it is whole, and its texts, in case they have to be counted. Events of which only the
 * texts matter may be kept as bytes: they are parsed when somebody asks, or when there are too many.
 */
export class ContentMemory {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #texts: string[] = [];
  #characters = 0;
  #toolCalls = 0;
  #usage: unknown;
  #searches = 0;
  #id: unknown;
  #model: unknown;
  #hasBegun = false;
  #isFinished = false;

  /** Whole events of which none says why an answer ends. */
  keep(events: Buffer): void {
    this.#kept.push(events);
    this.#keptBytes += events.length;
    if (this.#keptBytes > KEPT_STREAM_BYTES_MAX) this.#read();
  }

  take(answer: JsonObject): void {
    this.#read();
    this.#take(answer);
  }

  /** The answer has said why it ends, or that it will not begin. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Figures that come before the end are those of a beginning. */
  usage(): ReportedUsage | undefined {
    this.#read();
    return this.#isFinished ? withSearches(usageOfContent(this.#usage), this.#searches) : undefined;
  }

  facts(): AnswerFacts | undefined {
    this.#read();
    return this.#hasBegun ? { id: this.#id, model: this.#model, cost: undefined } : undefined;
  }

  /** Undefined when nothing came that is an answer's part. */
  produced(): Produced | undefined {
    this.#read();
    if (!this.#hasBegun) return undefined;
    const prompt = promptUsageOfContent(this.#usage);
    return {
      texts: [this.#texts.join('')],
      fixedTokens: this.#toolCalls * TOOL_CALL_TOKENS,
      soundTokens: 0,
      ...(prompt === undefined ? {} : { prompt }),
    };
  }

  takeCountable(): string | undefined {
    if (this.#characters <= KEPT_TEXT_CHARACTERS_MAX) return undefined;
    const text = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    return text;
  }

  #read(): void {
    if (this.#keptBytes === 0) return;
    const events = eventsIn(Buffer.concat(this.#kept, this.#keptBytes));
    this.#kept = [];
    this.#keptBytes = 0;
    for (const event of events) {
      const answer = answerIn(event);
      if (answer !== undefined) this.#take(answer);
    }
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
    for (const candidate of candidates) this.#toolCalls += addProduced(partsOf(candidate), this.#add);
  }

  readonly #add = (text: string): void => {
    this.#texts.push(text);
    this.#characters += text.length;
  };
}

/** An event's data; undefined for comments and what is no object. */
export function answerIn(event: Buffer): JsonObject | undefined {
  const data = parsedJson(dataOf(event));
  return isObject(data) ? data : undefined;
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
