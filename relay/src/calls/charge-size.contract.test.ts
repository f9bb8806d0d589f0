import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import type { LeaseId, RequestId, TillId } from '@ledgate/domain/shared/ids';
import { channelId, tokenId, userId } from '@ledgate/domain/shared/ids';
import { INPUT_PARTS, OUTPUT_PARTS } from '@ledgate/domain/tariff/usage-parts';
import type { Usage } from '@ledgate/domain/till/charge';
import { reckon } from '@ledgate/domain/pricing/reckon';
import { tillEvent } from '../cashier/till-events.ts';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const MODEL = 'gpt-4o';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels = [channelView({ id: 12, keyId: 34, baseUrl: relay.upstream.url, models: [MODEL] })];
  relay.view.book = { ...defaultPriceBook(), builtIn: { rules: 2, catalogue: '' } };
  relay.upstream.play = (response) => {
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'x-request-id': `req_${randomBytes(16).toString('hex')}`,
      })
      .end(
        JSON.stringify({
          id: `chatcmpl-${randomBytes(15).toString('hex').slice(0, 29)}`,
          model: 'gpt-4o-2024-08-06',
          choices: [{ index: 0, message: { role: 'assistant', content: 'hm' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 12_345, completion_tokens: 1_234, total_tokens: 13_579 },
        }),
      );
  };
});
afterEach(() => closeSettled(relay));

/** Bytes of data and metadata of the event that charges a chat, with ids as long as those of a product that has been used for long. */
async function sizeOf(usage: Partial<Usage>): Promise<number> {
  await relay.chat();
  const [recorded] = relay.cashier.charges;
  if (recorded === undefined) throw new Error('nothing was charged');
  const all = { ...recorded.usage, ...usage };
  const charge = {
    ...recorded,
    requestId: randomUUID() as RequestId,
    accountId: userId(12_345),
    tokenId: tokenId(23_456),
    channelId: channelId(12),
    usage: all,
    ...reckon({ book: relay.view.book, model: MODEL, group: 'default', usage: all }),
    leaseId: randomUUID() as LeaseId,
    firstTokenMs: 1_234,
    durationMs: 12_345,
  };
  const { data, metadata } = tillEvent(
    { tillId: randomUUID() as TillId, actor: `relay-${randomUUID()}` },
    { type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } },
    { requestId: charge.requestId, starts: 0 },
    Date.now(),
  );
  return Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(metadata));
}

describe('the event of a charge, with one attempt and no tags', () => {
  it('has at most 1,050 bytes for a plain chat, both ids of the provider and a dated model among them', async () => {
    expect(await sizeOf({})).toBeLessThanOrEqual(1_050);
  });

  it('has at most 1,350 bytes with every part of usage', async () => {
    const parts = Object.fromEntries([...INPUT_PARTS, ...OUTPUT_PARTS].map((part, index) => [part, 100 + index]));
    expect(await sizeOf({ parts })).toBeLessThanOrEqual(1_350);
  });
});
