import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { type Mask, maskOf } from '../../upstream/channel-secret.ts';
import type { Cost } from '../../usage/cost.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { END_MARK, eventsIn, jsonIn } from '../../wire/sse.ts';
import { RememberedStream } from '../remembered-stream.ts';
import { callIdOf, finishReason, idOf, indexOf, pictureIn, toolCallOf } from './content-answer.ts';
import { candidatesOf, ContentMemory, isBlocked, isFinished, partsOf } from './content-memory.ts';
import { refusalIn } from './content-refusal.ts';

/** One answer of those that were asked for. */
type Choice = { calls: number; finish: unknown };

/**
 * Gemini's events as chunks of a chat completion: texts, thoughts as reasoning_content, each call whole. Why an answer ended is told when the upstream
 * has closed its stream, since earlier models say it with every event.
 */
export class ContentStream extends RememberedStream<ContentMemory> {
  readonly #usageAsked: boolean;
  readonly #createdS: number;
  readonly #channel: ChannelView;
  readonly #mask: Mask;
  readonly #choices = new Map<number, Choice>();
  #id = '';
  #model: unknown;
  #isFinishShown = false;

  /** `model` stands where the stream does not name one; the channel's key is taken out of errors. `createdS`: seconds since 1970. */
  constructor(on: {
    readonly usageAsked: boolean;
    readonly model: string;
    readonly createdS: number;
    readonly channel: ChannelView;
  }) {
    super(new ContentMemory());
    this.#usageAsked = on.usageAsked;
    this.#model = on.model;
    this.#createdS = on.createdS;
    this.#channel = on.channel;
    this.#mask = maskOf(on.channel.key);
  }

  override flush(): Buffer | undefined {
    if (this.ended) return undefined;
    const last = super.flush();
    return this.memory.isFinished ? asBytes(`${last?.toString() ?? ''}${this.#finished()}`) : last;
  }

  isWhole(): boolean {
    return this.memory.isFinished && !this.hasToldError;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const asked = this.#usageAsked ? this.#chunk([], { usage: { ...openAiUsage(usage), cost } }) : '';
    return Buffer.from(`${this.#finished()}${asked}data: ${END_MARK}\n\n`);
  }

  protected pass(events: Buffer): Buffer | undefined {
    let chunks = '';
    for (const event of eventsIn(events)) {
      const answer = jsonIn(event);
      if (answer === undefined) continue;
      if (answer['error'] !== undefined || isBlocked(answer)) {
        chunks += this.#failed(answer);
        break;
      }
      this.memory.take(answer);
      chunks += this.#chunksOf(answer);
    }
    return asBytes(chunks);
  }

  #chunksOf(answer: JsonObject): string {
    if (this.#id === '') {
      this.#id = idOf(answer['responseId'], this.#createdS);
      this.#model = answer['modelVersion'] ?? this.#model;
    }
    return candidatesOf(answer)
      .map((candidate, at) => this.#said(candidate, indexOf(candidate, at)))
      .join('');
  }

  #said(candidate: JsonObject, index: number): string {
    let chunks = '';
    let choice = this.#choices.get(index);
    if (choice === undefined) {
      choice = { calls: 0, finish: undefined };
      this.#choices.set(index, choice);
      chunks += this.#delta(index, { role: 'assistant', content: '' });
    }
    for (const part of partsOf(candidate)) chunks += this.#partSaid(index, choice, part);
    if (isFinished(candidate)) choice.finish = candidate['finishReason'];
    return chunks;
  }

  #partSaid(index: number, choice: Choice, part: JsonObject): string {
    const { text, thought, functionCall: call } = part;
    if (isObject(call)) {
      const at = choice.calls;
      choice.calls += 1;
      const called = toolCallOf(part, call, callIdOf(call['id'], this.#id, index, at));
      return this.#delta(index, { tool_calls: [{ index: at, ...called }] });
    }
    const picture = pictureIn(part);
    if (picture !== undefined) return this.#delta(index, { images: [picture] });
    if (typeof text !== 'string' || text === '') return '';
    return this.#delta(index, thought === true ? { reasoning_content: text } : { content: text });
  }

  #finished(): string {
    if (this.#isFinishShown) return '';
    this.#isFinishShown = true;
    return [...this.#choices]
      .map(([index, { finish, calls }]) => {
        const finish_reason = finishReason(finish ?? 'STOP', calls > 0);
        return this.#chunk([{ index, delta: {}, logprobs: null, finish_reason }]);
      })
      .join('');
  }

  #failed(answer: JsonObject): string {
    this.ended = this.#choices.size === 0;
    const refusal = refusalIn(answer, this.#channel);
    if (this.ended) {
      this.refusal = refusal;
      return '';
    }
    this.errorTold ??= answer;
    const { message, type, code } = refusal.error;
    return `data: ${JSON.stringify({ error: { message: this.#mask(message), type, param: null, code } })}\n\n`;
  }

  #delta(index: number, delta: JsonObject): string {
    return this.#chunk([{ index, delta, logprobs: null, finish_reason: null }]);
  }

  #chunk(choices: readonly JsonObject[], more: JsonObject = {}): string {
    const chunk = {
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#createdS,
      model: this.#model,
      choices,
      ...more,
    };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  }
}

const asBytes = (chunks: string): Buffer | undefined => (chunks === '' ? undefined : Buffer.from(chunks));
