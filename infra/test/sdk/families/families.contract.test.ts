import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { sendJson } from '@ledgate/relay/testing/fake-upstream';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import { CALLERS } from './callers.ts';
import { CLAUDE_LIKE } from './claude-like.ts';
import { ARGUMENTS, type Family, MESSAGE, PIECES, SAID, STRUCTURE, TOKENS, TOOL, type Told } from './family.ts';
import { GEMINI_LIKE } from './gemini-like.ts';
import { OPENAI, OPENAI_LIKE } from './openai-like.ts';
import { OTHERS } from './others.ts';

const FAMILIES = [OPENAI, ...OPENAI_LIKE, ...CLAUDE_LIKE, ...GEMINI_LIKE, ...OTHERS];
const PLAIN: Told = { pieces: PIECES, hasCall: false };
const CALLING: Told = { pieces: PIECES, hasCall: true };
const STRUCTURED: Told = { pieces: [STRUCTURE], hasCall: false };

let relay: RelayFixture;
beforeAll(async () => {
  relay = await RelayFixture.open();
});
afterEach(async () => {
  await relay.settled();
  expect(relay.cashier.faults).toEqual([]);
  relay.cashier.charges.splice(0);
  relay.upstream.received.splice(0);
});
afterAll(() => closeSettled(relay));

/** A channel of the family, whose upstream says this; `piecesMax`: of a stream it says no more, and does not end it. */
function open({ key, model, channel, ...family }: Family, told: Told, piecesMax?: number): void {
  const { url } = relay.upstream;
  const own = { id: 2, type: channelTypeNamed(key).code, models: [model], baseUrl: url, ...channel?.(url) };
  relay.view.channels = [channelView(own)];
  relay.upstream.play = (response, received) => {
    const { beforehand, contentType = 'text/event-stream' } = family;
    if (beforehand !== undefined && received.path.startsWith(beforehand.path))
      return sendJson(response, JSON.stringify(beforehand.answer));
    if (!family.isStreamed(received)) return sendJson(response, JSON.stringify(family.whole(told, received.path)));
    response.writeHead(200, { 'content-type': contentType });
    const pieces = family.stream(told, received.path);
    for (const piece of pieces.slice(0, piecesMax)) response.write(piece);
    if (piecesMax === undefined) response.end();
  };
}

const lastBody = (): string => relay.upstream.received.at(-1)?.text ?? '';

describe.each(FAMILIES.map((family) => [family.key, family] as const))('by %s', (_key, family) => {
  const { model, hasTools, hasStructure } = family;

  describe.each(CALLERS.map((caller) => [caller.name, caller] as const))('%s', (_name, caller) => {
    it.each([false, true])('reads an answer with its usage; streamed: %s', async (isStreamed) => {
      open(family, PLAIN);
      const heard = await caller.ask(relay.port, { model, isStreamed });
      expect([heard.pieces, heard.tokens]).toEqual([isStreamed ? [...PIECES] : [SAID], TOKENS]);
      expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'provider', ...TOKENS } }]);
    });

    it.each([false, true])('calls a tool, and goes on with its result; streamed: %s', async (isStreamed) => {
      open(family, CALLING);
      const asked = caller.ask(relay.port, { model, isStreamed, hasTools: true });
      if (!hasTools) {
        expect(caller.statusOf(await asked.catch((error: unknown) => error))).toBe(400);
        return;
      }
      const heard = await asked;
      expect(heard.calls).toEqual([{ name: TOOL, arguments: ARGUMENTS }]);
      expect((await heard.goOn('sunny')).pieces.join('')).toBe(SAID);
      expect(lastBody()).toContain('sunny');
    });

    it('asks for a structure', async () => {
      open(family, STRUCTURED);
      const asked = caller.ask(relay.port, { model, isStreamed: false, hasStructure: true });
      if (!hasStructure) {
        expect(caller.statusOf(await asked.catch((error: unknown) => error))).toBe(400);
        return;
      }
      expect((await asked).pieces).toEqual([STRUCTURE]);
      expect(lastBody()).toMatch(/\\?"place\\?"/);
    });

    it.each(family.errors.map((error) => [error.heard, error] as const))(
      'raises its own error for %d',
      async (heard, { status, body }) => {
        open(family, PLAIN);
        const { play } = relay.upstream;
        relay.upstream.play = (response, received) =>
          received.path.startsWith(family.beforehand?.path ?? 'none')
            ? play(response, received)
            : sendJson(response, JSON.stringify(body), status);
        const error = await caller
          .ask(relay.port, { model, isStreamed: heard % 2 === 0 })
          .catch((thrown: unknown) => thrown);
        expect(caller.statusOf(error)).toBe(heard);
        expect(String(error)).toMatch(heard === 429 ? /saturated/ : new RegExp(MESSAGE));
        expect(relay.cashier.charges).toEqual([]);
      },
    );

    it('leaves in the middle of a stream, which ends upstream and is charged once', async () => {
      open(family, PLAIN, -1);
      const leaving = new AbortController();
      await caller.ask(relay.port, { model, isStreamed: true, leaving }).catch(() => {});
      expect(leaving.signal.aborted).toBe(true);
      await relay.settled();
      await relay.until(() => relay.upstream.received.at(-1)?.hungUp === true);
      expect(relay.cashier.charges).toHaveLength(1);
    });
  });
});
