import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import type { AgentDouble, Said } from './agent-double.ts';
import { ChatDouble } from './chat-double.ts';
import { BETAS, ClaudeCode } from './claude-code.ts';
import { ClaudeDouble } from './claude-double.ts';
import { spentOf, sumOf, unitsOf } from './spent.ts';

const MODEL = 'claude-opus-5';
const SIDE_MODEL = 'claude-haiku-5';
const PRICES = {
  [MODEL]: { input: '5', cachedRead: '0.5', cachedWrite: '6.25', cachedWrite1h: '10', output: '25' },
  [SIDE_MODEL]: { input: '1', cachedRead: '0.1', cachedWrite: '1.25', cachedWrite1h: '2', output: '5' },
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
const says = (tools: readonly string[]): Said =>
  tools.length === 0
    ? { text: '{"isNewTopic":false}' }
    : {
        thinking: `Thought ${turn} with „quotes“ and \\ backslashes`,
        text: `Turn ${turn}. `,
        tool: { name: tools[turn % tools.length] ?? '', input: { path: `/src/${turn}.ts`, limit: 10 } },
      };

const claude = (): AgentDouble =>
  new ClaudeDouble(
    { 'anthropic-beta': BETAS.join(','), 'anthropic-version': '2023-06-01', 'x-api-key': 'sk-upstream-2' },
    says,
  );

describe.each([
  ['a channel that speaks them', 14, claude],
  ['a channel that has chats alone', 1, (): AgentDouble => new ChatDouble(says)],
])('thirty turns of an agent that speaks messages, by %s', (_channel, type, openDouble) => {
  it('are charged what the provider bills, and nothing is lost on the way', async () => {
    const double = openDouble();
    relay.upstream.play = double.play;
    relay.view.channels = [channelView({ id: 2, type, models: [MODEL, SIDE_MODEL], baseUrl: relay.upstream.url })];
    const agent = new ClaudeCode(`http://127.0.0.1:${relay.port}`, { model: MODEL, sideModel: SIDE_MODEL });
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
    expect([agent.thoughts.at(-1), agent.texts.at(-1)]).toEqual([
      'Thought 30 with „quotes“ and \\ backslashes',
      'Turn 30. ',
    ]);
    expect(agent.compactions).toEqual([expect.any(Number)]);
    expect(agent.counted.filter((tokens) => tokens > 1_000)).toHaveLength(TURNS);
    const { charges } = relay.cashier;
    // A turn and a word of the small model each, and the summary.
    expect(charges).toHaveLength(2 * TURNS + 1);
    expect(charges.map(({ usage }) => usage.source)).toEqual(charges.map(() => 'provider'));
    expect(sumOf(charges.map(spentOf))).toEqual(sumOf(double.spent));
    expect(sumOf(double.spent).cachedRead).toBeGreaterThan(0.8 * sumOf(double.spent).input);
    expect(charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(unitsOf(double.spent, PRICES));
  });
});
