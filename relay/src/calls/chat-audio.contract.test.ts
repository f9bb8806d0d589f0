import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const MODEL = 'gpt-4o-audio-preview';
/** A WAV file of so many seconds, 32,000 bytes each. */
const wav = (seconds: number): string => {
  const bytes = Buffer.alloc(44 + seconds * 32_000);
  bytes.write('RIFF');
  bytes.writeUInt32LE(32_000, 28);
  return bytes.toString('base64');
};
const SOUND = { type: 'input_audio', input_audio: { data: wav(1), format: 'wav' } };
const ASKED = {
  model: MODEL,
  modalities: ['text', 'audio'],
  audio: { voice: 'alloy', format: 'wav' },
  messages: [{ role: 'user', content: [{ type: 'text', text: 'what is said?' }, SOUND] }],
};

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.splice(0);
  relay.view.channels.push(channelView({ id: 1, baseUrl: relay.upstream.url, models: [MODEL] }));
  relay.upstream.play = (response) =>
    sendJson(
      response,
      JSON.stringify({
        id: 'c',
        choices: [{ index: 0, message: { role: 'assistant', content: 'hm' }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: 40,
          completion_tokens: 25,
          total_tokens: 65,
          prompt_tokens_details: { audio_tokens: 30 },
          completion_tokens_details: { audio_tokens: 5 },
        },
      }),
    );
});
afterEach(() => closeSettled(relay));

describe('a chat with sound', () => {
  it('costs its text and its sound each at their price, and says how', async () => {
    await relay.call({ body: JSON.stringify(ASKED) });
    const [charge] = relay.cashier.charges;
    expect(charge).toMatchObject({
      usage: { source: 'provider', prompt: 40, completion: 25, parts: { audioInput: 30, audioOutput: 5 } },
      price: { audioRatio: '40', audioCompletionRatio: '2', exact: '2112.5' },
      amount: 2_113,
    });
    expect(chargeSchema.safeParse({ ...charge, leaseId: 'lease' }).error).toBeUndefined();
  });

  it('reserves sound at its price: what is in the prompt, and the whole answer where sound is asked for', async () => {
    await relay.call({ body: JSON.stringify({ ...ASKED, max_tokens: 100 }) });
    await relay.call({ body: JSON.stringify({ ...ASKED, modalities: ['text'], audio: null, max_tokens: 100 }) });
    const [both, textOnly] = relay.cashier.requests.map(({ amount }) => amount);
    const soundIn = 427 * 40 * 1.25;
    expect(both).toBeGreaterThanOrEqual(soundIn + 100 * 40 * 2 * 1.25);
    expect(textOnly).toBeGreaterThanOrEqual(soundIn + 100 * 4 * 1.25);
    expect(textOnly).toBeLessThan(soundIn + 1_000);
  });

  it.each([false, true])('without figures counts what was spoken by its length (stream: %s)', async (stream) => {
    const second = Buffer.alloc(48_000).toString('base64');
    const spoken = { id: 'a', data: second, transcript: 'one two three' };
    relay.upstream.play = (response) => {
      if (!stream)
        return sendJson(
          response,
          JSON.stringify({ id: 'c', choices: [{ message: { role: 'assistant', content: null, audio: spoken } }] }),
        );
      const delta = (audio: object): string => `data: ${JSON.stringify({ choices: [{ delta: { audio } }] })}\n\n`;
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          `${delta({ data: second.slice(0, 32_000) })}${delta({ ...spoken, data: second.slice(32_000) })}data: [DONE]\n\n`,
        );
    };
    await relay.call({ body: JSON.stringify({ ...ASKED, stream }) });
    expect(relay.cashier.charges[0]?.usage).toMatchObject({
      source: 'counted',
      completion: 3 + 20,
      parts: { audioOutput: 20 },
    });
  });
});
