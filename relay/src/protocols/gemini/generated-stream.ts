import { toldError } from '../../wire/told-error.ts';
import { toldStatus } from '../../errors/told-status.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import { ConvertedStream } from '../../modes/converted-stream.ts';
import type { Cost } from '../../usage/cost.ts';
import { geminiUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { nameOf, textOf } from '../completion-parts.ts';
import { errorOf } from './gemini-error.ts';
import { callOf, contentOf, finishReason, saidIn } from './generated-answer.ts';

/** A call that comes in pieces: Gemini's come whole. */
type OpenCall = { id: unknown; name: string; written: string; extra: unknown };

/** What is known of one candidate, and is told at its end. */
type Candidate = { readonly calls: Map<string, OpenCall>; finish: unknown };

/**
 * Chunks of a chat completion as Gemini's events: thoughts and texts as they come, calls and why it ended only when the end is asked for, with what was
 * charged. `inner` cuts the chunks out of the upstream's bytes.
 */
export class GeneratedStream extends ConvertedStream {
  #model: string;
  #id = '';
  readonly #candidates = new Map<number, Candidate>();

  /** `model` stands where the chunks name none. */
  constructor(inner: AnswerStream, model: string) {
    super(inner);
    this.#model = model;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const ended = [...this.#candidates];
    const candidates = (ended.length === 0 ? [[0, this.#candidate(0)] as const] : ended).map(
      ([index, { calls, finish }]) => ({
        content: contentOf([...calls.values()].map(wholeCall)),
        finishReason: finishReason(finish),
        index,
      }),
    );
    return Buffer.from(this.#event({ candidates, usageMetadata: { ...geminiUsage(usage), cost } }));
  }

  protected converted(events: Buffer): Buffer | undefined {
    const told = eventsIn(events)
      .map((event) => this.#eventOf(parsedJson(dataOf(event))))
      .join('');
    return told === '' ? undefined : Buffer.from(told);
  }

  /** '' for comments, and for what says nothing that Gemini's callers hear before the end. */
  #eventOf(chunk: unknown): string {
    if (!isObject(chunk)) return '';
    const { id, model, choices } = chunk;
    const error = toldError(chunk['error']);
    if (error !== undefined) return failed(error);
    if (!Array.isArray(choices)) return '';
    if (this.#id === '') {
      this.#id = textOf(id);
      this.#model = nameOf(model, this.#model);
    }
    const candidates = (choices as unknown[]).filter(isObject).flatMap((choice) => this.#said(choice));
    return candidates.length === 0 ? '' : this.#event({ candidates });
  }

  #said({ index: given, delta, finish_reason: finish }: JsonObject): readonly JsonObject[] {
    const index = Number.isSafeInteger(given) ? (given as number) : 0;
    const candidate = this.#candidate(index);
    if (typeof finish === 'string') candidate.finish = finish;
    if (!isObject(delta)) return [];
    const { tool_calls: calls, function_call: legacy } = delta;
    for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) if (isObject(call)) gather(candidate, call);
    if (isObject(legacy)) gather(candidate, { index: 0, function: legacy });
    const parts = saidIn(delta);
    return parts.length === 0 ? [] : [{ content: contentOf(parts), index }];
  }

  #candidate(index: number): Candidate {
    const known = this.#candidates.get(index);
    if (known !== undefined) return known;
    const candidate = { calls: new Map<string, OpenCall>(), finish: undefined };
    this.#candidates.set(index, candidate);
    return candidate;
  }

  #event(members: JsonObject): string {
    return `data: ${JSON.stringify({ ...members, modelVersion: this.#model, responseId: this.#id })}\n\n`;
  }
}

/** A piece of a call. Some servers number every call 0; then their ids tell them apart. Others give each piece an id of its own. */
function gather({ calls }: Candidate, { index, id, function: called, extra_content: extra }: JsonObject): void {
  const { name, arguments: written } = isObject(called) ? called : {};
  const at = `${String(index ?? '')} `;
  const isBeginning = typeof id === 'string' && id !== '' && textOf(name) !== '';
  const key = isBeginning ? `${at}${id}` : ([...calls.keys()].findLast((one) => one.startsWith(at)) ?? at);
  const call = calls.get(key) ?? { id, name: textOf(name), written: '', extra };
  call.written += textOf(written);
  call.extra ??= extra;
  calls.set(key, call);
}

const wholeCall = ({ id, name, written, extra }: OpenCall): JsonObject =>
  callOf({ id, function: { name, arguments: written }, extra_content: extra });

function failed(error: JsonObject): string {
  const told = errorOf(toldStatus(error), textOf(error['message']) || 'the upstream failed');
  return `data: ${JSON.stringify({ error: told })}\n\n`;
}
