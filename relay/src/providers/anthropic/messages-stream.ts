import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { type Mask, maskOf } from '../../upstream/channel-secret.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { END_MARK, eventsIn, jsonIn } from '../../wire/sse.ts';
import type { Cost } from '../../usage/cost.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { RememberedStream } from '../remembered-stream.ts';
import { refusalOf } from '../told-refusal.ts';
import { MessageMemory } from './message-memory.ts';
import { finishReason } from './messages-answer.ts';

/** Says nothing, and keeps the connection from looking dead, as Anthropic's own event does. */
const PING = ': ping\n\n';

/**
 * Anthropic's events as chunks of a chat completion: texts, thoughts as reasoning_content, tools numbered in their order. Blocks and events that
 * OpenAI's form has not are left out.
 */
export class MessagesStream extends RememberedStream<MessageMemory> {
  readonly #usageAsked: boolean;
  readonly #createdS: number;
  readonly #channel: ChannelView;
  readonly #mask: Mask;
  /** Numbers of tool calls by the index of their block; `isEmpty` until arguments have come. */
  readonly #calls = new Map<unknown, { readonly index: number; isEmpty: boolean }>();
  #model: unknown;
  /** What each chunk begins with, up to its choices. */
  #head: string;
  #isFinishShown = false;
  #hasPassed = false;

  /** `model` stands where the stream does not name one; the channel's key is taken out of errors. `createdS`: seconds since 1970. */
  constructor(on: {
    readonly usageAsked: boolean;
    readonly model: string;
    readonly createdS: number;
    readonly channel: ChannelView;
  }) {
    super(new MessageMemory());
    this.#usageAsked = on.usageAsked;
    this.#model = on.model;
    this.#createdS = on.createdS;
    this.#channel = on.channel;
    this.#mask = maskOf(on.channel.key);
    this.#head = this.#headWith('chatcmpl-0');
  }

  isWhole(): boolean {
    return this.ended || this.memory.isFinished;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const finish = this.#isFinishShown ? '' : this.#finished('stop');
    const asked = this.#usageAsked
      ? this.#chunk('[]', `,"usage":${JSON.stringify({ ...openAiUsage(usage), cost })}`)
      : '';
    return Buffer.from(`${finish}${asked}data: ${END_MARK}\n\n`);
  }

  protected pass(events: Buffer): Buffer | undefined {
    let chunks = '';
    for (const bytes of eventsIn(events)) {
      const event = jsonIn(bytes);
      if (event === undefined) continue;
      this.memory.take(event);
      chunks += this.#chunksOf(event);
      this.#hasPassed ||= chunks !== '';
      if (this.ended) break;
    }
    return chunks === '' ? undefined : Buffer.from(chunks);
  }

  #chunksOf(event: JsonObject): string {
    const { index, delta, content_block: block } = event;
    switch (event['type']) {
      case 'message_start':
        return this.#started(event['message']);
      case 'content_block_start':
        return isObject(block) ? this.#blockStarted(index, block) : '';
      case 'content_block_delta':
        return isObject(delta) ? this.#continued(index, delta) : '';
      case 'content_block_stop':
        return this.#blockEnded(index);
      case 'message_delta':
        return isObject(delta) && typeof delta['stop_reason'] === 'string' && !this.#isFinishShown
          ? this.#finished(finishReason(delta['stop_reason']))
          : '';
      case 'message_stop':
        this.ended = true;
        return '';
      case 'ping':
        return PING;
      case 'error':
        return this.#failed(event);
      default:
        return '';
    }
  }

  #started(message: unknown): string {
    if (isObject(message)) {
      this.#model = message['model'] ?? this.#model;
      this.#head = this.#headWith(message['id'] ?? 'chatcmpl-0');
    }
    return this.#delta('{"role":"assistant","content":""}');
  }

  #blockStarted(index: unknown, { type, text, thinking, id, name, input }: JsonObject): string {
    if (type === 'text') return this.#said('content', text);
    if (type === 'thinking') return this.#said('reasoning_content', thinking);
    if (type !== 'tool_use') return '';
    // Some servers have the whole input here.
    const written = isObject(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : '';
    const call = { index: this.#calls.size, isEmpty: written === '' };
    this.#calls.set(index, call);
    return this.#called({ index: call.index, id, type: 'function', function: { name, arguments: written } });
  }

  #continued(index: unknown, { type, text, thinking, partial_json: json }: JsonObject): string {
    if (type === 'text_delta') return this.#said('content', text);
    if (type === 'thinking_delta') return this.#said('reasoning_content', thinking);
    const call = type === 'input_json_delta' ? this.#calls.get(index) : undefined;
    return call === undefined || typeof json !== 'string' || json === '' ? '' : this.#argued(call, json);
  }

  /** A call without arguments has an empty object, which OpenAI's callers parse. */
  #blockEnded(index: unknown): string {
    const call = this.#calls.get(index);
    return call?.isEmpty === true ? this.#argued(call, '{}') : '';
  }

  #argued(call: { readonly index: number; isEmpty: boolean }, json: string): string {
    call.isEmpty = false;
    return this.#called({ index: call.index, function: { arguments: json } });
  }

  #called(call: JsonObject): string {
    return this.#delta(`{"tool_calls":[${JSON.stringify(call)}]}`);
  }

  #said(member: 'content' | 'reasoning_content', text: unknown): string {
    return typeof text === 'string' && text !== '' ? this.#delta(`{"${member}":${JSON.stringify(text)}}`) : '';
  }

  #finished(reason: string): string {
    this.#isFinishShown = true;
    return this.#chunk(`[{"index":0,"delta":{},"logprobs":null,"finish_reason":${JSON.stringify(reason)}}]`);
  }

  #failed(event: JsonObject): string {
    if (!this.#hasPassed) {
      this.refusal = refusalOf(event, this.#channel);
      this.ended = true;
      return '';
    }
    this.errorTold ??= event;
    const { error } = event;
    const { type, message } = isObject(error) ? error : {};
    const members = {
      message: this.#mask(typeof message === 'string' ? message : 'the upstream failed'),
      type: this.#mask(typeof type === 'string' ? type : 'upstream_error'),
      param: null,
      code: null,
    };
    return `data: ${JSON.stringify({ error: members })}\n\n`;
  }

  // Written by hand from here on: of a stream's events most say one word, and an object around each would cost more than all else.

  /** `json`: of the delta. */
  #delta(json: string): string {
    return this.#chunk(`[{"index":0,"delta":${json},"logprobs":null,"finish_reason":null}]`);
  }

  /** `choices`: JSON; `more`: that of further members, each with a comma before it. */
  #chunk(choices: string, more = ''): string {
    return `${this.#head}${choices}${more}}\n\n`;
  }

  #headWith(id: unknown): string {
    const members = { id, object: 'chat.completion.chunk', created: this.#createdS, model: this.#model };
    return `data: ${JSON.stringify(members).slice(0, -1)},"choices":`;
  }
}
