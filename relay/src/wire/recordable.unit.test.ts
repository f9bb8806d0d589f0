import { describe, expect, it } from '@jest/globals';
import { reckon } from '@ledgate/domain/pricing/reckon';
import { promptChargeOf } from '@ledgate/domain/pricing/estimate';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { encode } from '@ledgate/domain/events/codec';
import { checkAppend } from '@ledgate/domain/ports/check-append';
import { OPTIONS } from '@ledgate/domain/options/registry';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { channelId, type LeaseId, type RequestId, tokenId, userId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { Attempt } from '@ledgate/domain/till/charge';
import { TAG_PART_CHARACTERS_MAX, TAGS_MAX } from '@ledgate/domain/till/tags';
import { type Metered, unrecordablePart } from '../calls/charge-facts.ts';
import { RelayError } from '../errors/relay-error.ts';
import {
  EFFORT_CHARACTERS_MAX,
  FACTS_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  TIER_CHARACTERS_MAX,
  UPSTREAM_REQUEST_ID_CHARACTERS_MAX,
} from '../limits.ts';
import { type ChatRequest, validateChat } from '../modes/chat-request.ts';
import { MODES } from '../modes/modes.ts';
import { tokenView } from '../testing/fake-relay-view.ts';
import { parseJsonRequest } from './json.ts';
import { isRecordable, recordable } from './recordable.ts';

/** Six bytes in JSON, the most that a letter can take. */
const CONTROL = '\x01';

describe('a text for the ledger', () => {
  it('is bounded and well formed', () => {
    expect(['', 'abc', '😀', '\n'].map((text) => isRecordable(text, 3))).toEqual([true, true, true, true]);
    expect(['abcd', 'a\0', '\ud83d', '\ude00a'].map((text) => isRecordable(text, 3))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('is made so when it is only told of', () => {
    expect(recordable('req-1', 128)).toBe('req-1');
    expect(recordable('abcdef', 3)).toBe('abc');
    expect(recordable('a\0b\ud800', 9)).toBe('a\ufffdb\ufffd');
    expect(recordable('ab😀', 3)).toBe('ab\ufffd');
  });
});

describe('a request', () => {
  const book = defaultPriceBook();
  const chat = (): ChatRequest => {
    const json = parseJsonRequest(
      Buffer.from('{"model":"gpt-4o","messages":[{"role":"user","content":"hi"}]}'),
      undefined,
    );
    const request = json instanceof RelayError ? json : validateChat(json);
    if (request instanceof RelayError) throw new Error(request.message);
    return request;
  };
  const metered = (fields: Partial<Metered<'chat'>> = {}): Metered<'chat'> => ({
    requestId: 'r-1' as RequestId,
    token: tokenView(),
    group: 'default',
    rules: MODES.chat,
    request: chat(),
    prices: { book, catalogue: undefined },
    arrivedAtMs: 0,
    privateSalt: 's'.repeat(22),
    ...fields,
  });
  const estimate = promptChargeOf({ book, model: 'gpt-4o', group: 'default' }, { promptTokens: 1 });

  it('can be charged when its names and prices fit', () => {
    expect(unrecordablePart(metered(), 'gpt-4o', estimate)).toBeUndefined();
  });

  it('cannot be charged when a name or its price does not fit', () => {
    const long = 'x'.repeat(NAME_CHARACTERS_MAX + 1);
    expect(unrecordablePart(metered({ request: { ...chat(), model: long } }), 'gpt-4o', estimate)).toBe('model');
    expect(unrecordablePart(metered(), 'a\0', estimate)).toBe('model');
    expect(unrecordablePart(metered({ group: long }), 'gpt-4o', estimate)).toBe('group');
    expect(unrecordablePart(metered({ group: '\udc00' }), 'gpt-4o', estimate)).toBe('group');
    expect(
      unrecordablePart(metered(), 'gpt-4o', {
        ...estimate,
        price: { ...estimate.price, groupRatio: '1'.repeat(FACTS_CHARACTERS_MAX) },
      }),
    ).toBe('price');
  });

  it('fits one append at its very largest, when it begins and when it ends', () => {
    const name = CONTROL.repeat(NAME_CHARACTERS_MAX);
    const attempt: Attempt = {
      channelId: channelId(Number.MAX_SAFE_INTEGER),
      provider: 'p'.repeat(64),
      modelSent: name,
      startMs: Number.MAX_SAFE_INTEGER,
      latencyMs: Number.MAX_SAFE_INTEGER,
      status: 599,
      outcome: 'answered',
      error: 'e'.repeat(64),
      upstreamRequestId: CONTROL.repeat(UPSTREAM_REQUEST_ID_CHARACTERS_MAX),
    };
    const usage = { ...estimate.usage, prompt: Number.MAX_SAFE_INTEGER };
    const price = {
      ...reckon({ book, model: 'gpt-4o', group: 'default', usage: estimate.usage }).price,
      groupRatio: '1'.repeat(FACTS_CHARACTERS_MAX / 2),
    };
    const facts = {
      requestId: 'r'.repeat(64) as RequestId,
      accountId: userId(Number.MAX_SAFE_INTEGER),
      leaseId: 'l'.repeat(64) as LeaseId,
      tokenId: tokenId(Number.MAX_SAFE_INTEGER),
      group: name,
      modelAsked: name,
      modelBilled: name,
      channelId: attempt.channelId,
      attempts: Array.from({ length: OPTIONS.RetryTimes.high + 1 }, () => attempt),
      stream: false,
      logged: true,
      arrivedAtMs: Number.MAX_SAFE_INTEGER,
      privateSalt: 's'.repeat(22),
      reasoningEffort: CONTROL.repeat(EFFORT_CHARACTERS_MAX),
      serviceTier: CONTROL.repeat(TIER_CHARACTERS_MAX),
      idempotencyKeyHash: 'h'.repeat(16),
      endUser: 'u'.repeat(16),
      tags: Object.fromEntries(
        Array.from({ length: TAGS_MAX }, (_, index) => [
          `${index}`.padEnd(TAG_PART_CHARACTERS_MAX, 'n'),
          'v'.repeat(TAG_PART_CHARACTERS_MAX),
        ]),
      ),
    };
    const amount = quota(Number.MAX_SAFE_INTEGER);
    const largest = encode(
      [
        {
          type: 'ConsumptionStarted',
          data: {
            ...facts,
            reserved: amount,
            interrupted: { prompt: { amount, price, usage }, reservation: { amount, price, usage } },
          },
        },
        {
          type: 'ConsumptionRecorded',
          data: { ...facts, usage, price, amount, firstTokenMs: 1, durationMs: 1, interrupted: false },
        },
      ],
      { commandId: 'c', correlationId: facts.requestId, occurredAtMs: 0, actor: 'relay-1', accountId: facts.accountId },
    );
    for (const event of largest) expect(() => checkAppend('till-1', NO_STREAM, [event])).not.toThrow();
  });
});
