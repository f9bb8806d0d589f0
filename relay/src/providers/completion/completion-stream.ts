import { KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import type { AnswerFacts, AnswerStream, Refusal } from '../../modes/answer.ts';
import { isUsageTold } from '../../modes/chat-request.ts';
import type { Cost } from '../../usage/cost.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import type { JsonObject } from '../../wire/json.ts';
import { END_MARK } from '../../wire/sse.ts';
import { createdS } from '../created.ts';
import { TOOL_CALL_TOKENS } from '../openai/produced-text.ts';
import type { Call } from '../provider.ts';
import { NO_ID } from './completion-answer.ts';
import { type Said, textOf, toolCallsOf } from './said.ts';
import type { StreamTexts } from './stream-texts.ts';

/** What the text of one event says; undefined where it is none that matters. */
type Says = (text: string) => Said | Refusal | undefined;

/** A stream whose events say what OpenAI's form has, each in its provider's own words, as chunks of a chat completion. */
export class CompletionStream implements AnswerStream {
  readonly #texts: StreamTexts;
  readonly #says: Says;
  readonly #createdS: number;
  readonly #usageAsked: boolean;
  #id: unknown;
  #model: unknown;
  readonly #modelSent: string;
  #usage: ReportedUsage | undefined;
  #hasBegun = false;
  #isFinished = false;
  #produced: string[] = [];
  #characters = 0;
  #toolCalls = 0;
  ended = false;
  hasToldError = false;
  refusal: Refusal | undefined;

  constructor(call: Call<'chat'>, texts: StreamTexts, says: Says) {
    this.#texts = texts;
    this.#says = says;
    this.#createdS = createdS(call);
    this.#usageAsked = isUsageTold(call.request);
    this.#modelSent = call.model;
  }

  push(bytes: Buffer): Buffer | undefined {
    return this.ended ? undefined : this.#converted(this.#texts.push(bytes));
  }

  flush(): Buffer | undefined {
    return this.ended ? undefined : this.#converted(this.#texts.rest());
  }

  isWhole(): boolean {
    return this.ended || this.#isFinished;
  }

  usage(): ReportedUsage | undefined {
    return this.#usage;
  }

  facts(): AnswerFacts | undefined {
    return this.#hasBegun ? { id: this.#id, model: this.#model, cost: undefined } : undefined;
  }

  produced(): Produced | undefined {
    if (!this.#hasBegun) return undefined;
    return {
      texts: [this.#produced.join('')],
      fixedTokens: this.#toolCalls * TOOL_CALL_TOKENS,
      soundTokens: 0,
    };
  }

  takeCountable(): string | undefined {
    if (this.#characters <= KEPT_TEXT_CHARACTERS_MAX) return undefined;
    const text = this.#produced.join('');
    this.#produced = [];
    this.#characters = 0;
    return text;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const finish = this.#isFinished ? '' : this.#finished('stop');
    const asked = this.#usageAsked ? this.#chunk([], { usage: { ...openAiUsage(usage), cost } }) : '';
    return Buffer.from(`${finish}${asked}data: ${END_MARK}\n\n`);
  }

  #converted(texts: readonly string[]): Buffer | undefined {
    let chunks = '';
    for (const text of texts) {
      const said = this.#says(text);
      if (said === undefined) continue;
      chunks += 'error' in said ? this.#failed(said) : this.#said(said);
      if (this.ended) break;
    }
    return chunks === '' ? undefined : Buffer.from(chunks);
  }

  #said({ id, model, text = '', reasoning = '', calls = [], finish, usage, ends = false }: Said): string {
    this.#id ??= id;
    this.#model ??= model;
    this.#usage = usage ?? this.#usage;
    let chunks = this.#hasBegun ? '' : this.#delta({ role: 'assistant', content: '' });
    this.#hasBegun = true;
    if (reasoning !== '') chunks += this.#delta({ reasoning_content: reasoning });
    if (text !== '') chunks += this.#delta({ content: text });
    if (calls.length > 0) chunks += this.#delta({ tool_calls: toolCallsOf(calls, true) });
    for (const produced of [reasoning, text]) this.#keep(produced);
    for (const { name, arguments: json } of calls) {
      if (name !== undefined) this.#toolCalls += 1;
      this.#keep(`${textOf(name)}${json}`);
    }
    if (finish !== undefined && !this.#isFinished) chunks += this.#finished(finish);
    this.ended = ends;
    return chunks;
  }

  #keep(produced: string): void {
    if (produced === '') return;
    this.#produced.push(produced);
    this.#characters += produced.length;
  }

  #finished(reason: string): string {
    this.#isFinished = true;
    return this.#chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: reason }]);
  }

  #failed(refusal: Refusal): string {
    if (!this.#hasBegun) {
      this.refusal = refusal;
      this.ended = true;
      return '';
    }
    this.hasToldError = true;
    const { message, type, param, code } = refusal.error;
    return `data: ${JSON.stringify({ error: { message, type, param, code } })}\n\n`;
  }

  #delta(delta: JsonObject): string {
    return this.#chunk([{ index: 0, delta, logprobs: null, finish_reason: null }]);
  }

  #chunk(choices: readonly JsonObject[], more: JsonObject = {}): string {
    const chunk = {
      id: this.#id ?? NO_ID,
      object: 'chat.completion.chunk',
      created: this.#createdS,
      model: this.#model ?? this.#modelSent,
      choices,
      ...more,
    };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  }
}
