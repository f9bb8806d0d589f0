import type { Refusal } from '../../modes/answer.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, END_MARK, eventsIn } from '../../wire/sse.ts';
import type { Cutter, OpenAiStream } from '../openai/openai-stream.ts';
import type { Call } from '../provider.ts';
import { CompletionChunks, type CompletionHead, END, failureOf, headOf } from '../told-completion.ts';
import { toldStream } from '../told-stream.ts';
import { namedBy, type Said, toolCallsOf } from './said.ts';

/** What an event says, by the JSON that is its data; undefined where it is nothing that matters. */
type Says = (told: JsonObject) => Said | Refusal | undefined;

/** A stream whose events say what OpenAI's form has, each in its provider's own words. `cutter`: where its bytes are no events with JSON as their data. */
export function saidStream(call: Call<'chat'>, says: Says, cutter?: Cutter): OpenAiStream {
  const events = new SaidEvents(headOf(call), says);
  return toldStream(call, (came) => events.inOpenAi(came), { cutter, usageSoFar: () => events.usageSoFar });
}

/** The events of one streamed answer as chunks of a completion. */
class SaidEvents {
  readonly #says: Says;
  readonly #chunks: CompletionChunks;
  #isFinished = false;
  /** Of an answer that has not ended. */
  usageSoFar: JsonObject | undefined;

  constructor(head: CompletionHead, says: Says) {
    this.#says = says;
    this.#chunks = new CompletionChunks(head);
  }

  /** Whole events, of which some may say nothing. */
  inOpenAi(events: Buffer): Buffer {
    return Buffer.from(
      eventsIn(events)
        .map((event) => this.#chunksOf(dataOf(event)))
        .join(''),
    );
  }

  #chunksOf(data: string): string {
    if (data === END_MARK) return this.#ended(undefined);
    const told = parsedJson(data);
    const said = isObject(told) ? this.#says(told) : undefined;
    if (said === undefined) return '';
    if (!('error' in said)) return this.#said(said);
    const { status, error } = said;
    return `data: ${JSON.stringify(failureOf(error.message, status, error.type))}\n\n`;
  }

  #said(said: Said): string {
    const { text = '', reasoning = '', calls = [], finish, usage, ends = false } = said;
    this.usageSoFar = usage ?? this.usageSoFar;
    if (!this.#chunks.hasBegun) this.#chunks.head = namedBy(this.#chunks.head, said);
    return [
      reasoning === '' ? '' : this.#chunks.delta({ reasoning_content: reasoning }),
      text === '' ? '' : this.#chunks.delta({ content: text }),
      calls.length === 0 ? '' : this.#chunks.delta({ tool_calls: toolCallsOf(calls, true) }),
      finish === undefined ? '' : this.#finished(finish, usage),
      ends ? this.#ended(usage) : '',
    ].join('');
  }

  /** Once; what is told of it again is left out. */
  #finished(reason: string, usage: JsonObject | undefined): string {
    if (this.#isFinished) return '';
    this.#isFinished = true;
    return this.#chunks.finish({ reason, usage });
  }

  #ended(usage: JsonObject | undefined): string {
    return `${this.#finished('stop', usage)}${END}`;
  }
}
