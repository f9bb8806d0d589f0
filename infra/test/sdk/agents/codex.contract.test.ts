import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import type { AgentDouble, Said } from './agent-double.ts';
import { ChatDouble } from './chat-double.ts';
import { BETA, Codex, COMPACT_BYTES } from './codex.ts';
import { ResponsesDouble } from './responses-double.ts';
import { spentOf, sumOf, unitsOf } from './spent.ts';

const MODEL = 'gpt-5.1-codex';
const SIDE_MODEL = 'gpt-5.1-codex-mini';
const PRICES = {
  [MODEL]: { input: '1.25', cachedRead: '0.13', output: '10' },
  [SIDE_MODEL]: { input: '0.25', cachedRead: '0.03', output: '2' },
};
const TURNS = 30;
const OVERLOADED_TURN = 5;
const LEFT_TURN = 12;

let relay: RelayFixture;
/** Of the agent's conversation. */
let turn = 0;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.book = { ...defaultPriceBook(), prices: PRICES };
  relay.view.setOptions({ HangUpReadSeconds: 9 });
});
afterEach(() => closeSettled(relay));

/** A small model says one word; the large one thinks, and calls each tool in turn. */
function says(tools: readonly string[]): Said {
  const name = tools[turn % tools.length];
  if (name === undefined) return { text: 'Fix the tests' };
  const input = name === 'apply_patch' ? { input: '*** Begin Patch\n"ä" \\\n*** End Patch' } : { path: `/${turn}.ts` };
  return { thinking: `Thought ${turn} with „quotes“`, text: `Turn ${turn}. `, tool: { name, input } };
}

const responses = (): AgentDouble =>
  new ResponsesDouble({ 'openai-beta': BETA, authorization: 'Bearer sk-upstream-2' }, says);
const chats = (): AgentDouble => new ChatDouble(says);
const MOONSHOT = 25;

describe.each([
  ['a channel that has them, compacted by a call', 1, responses, 'call', 1],
  ['a channel that has them, compacted on the way', 1, responses, 'inside', 0],
  ['a channel that has chats alone', MOONSHOT, chats, 'summary', 1],
] as const)(
  'thirty turns of an agent that speaks Responses, by %s',
  (_channel, type, openDouble, compaction, beside) => {
    it('are charged what the provider bills, and nothing is lost on the way', async () => {
      const double = openDouble();
      relay.upstream.play = double.play;
      relay.view.channels = [channelView({ id: 2, type, models: [MODEL, SIDE_MODEL], baseUrl: relay.upstream.url })];
      const models = { model: MODEL, sideModel: SIDE_MODEL };
      const agent = new Codex(`http://127.0.0.1:${relay.port}`, models, compaction);
      expect(await agent.tryWebSocket()).toBe(426);
      for (turn = 1; turn <= TURNS; turn += 1) {
        if (turn === OVERLOADED_TURN) double.overloads = 2;
        let goOn: (() => void) | undefined;
        if (turn === LEFT_TURN) double.behindText = new Promise((resolve) => (goOn = resolve));
        await agent.turn(`Do ${turn}.`, goOn);
        double.behindText = undefined;
      }
      await relay.settled();
      expect([double.refused, double.overloads, relay.unforeseen]).toEqual([[], 0, []]);
      expect(agent.calls).toHaveLength(TURNS - 1);
      expect([agent.thoughts.at(-1), agent.texts.at(-1)]).toEqual(['Thought 30 with „quotes“', 'Turn 30. ']);
      expect(agent.compactions).toEqual([expect.any(Number)]);
      expect(agent.compactions[0]).toBeGreaterThan(COMPACT_BYTES);
      const { charges } = relay.cashier;
      // A turn and a word of the small model each.
      expect(charges).toHaveLength(2 * TURNS + beside);
      expect(charges.map(({ usage }) => usage.source)).toEqual(charges.map(() => 'provider'));
      expect(sumOf(charges.map(spentOf))).toEqual(sumOf(double.spent));
      expect(sumOf(double.spent).cachedRead).toBeGreaterThan(0.8 * sumOf(double.spent).input);
      expect(charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(unitsOf(double.spent, PRICES));
    });
  },
);
