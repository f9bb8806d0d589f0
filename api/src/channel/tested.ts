import { channelTypeOf, hasJobsOnly, isWithdrawn } from '@ledgate/domain/channel/channel-types';
import { type ChannelEvent, channelStream } from '@ledgate/domain/channel/events';
import { encode } from '@ledgate/domain/events/codec';
import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { type Administration, actorOf } from '@ledgate/projections/directory/audit/administration';
import { changeDirectory } from '@ledgate/projections/directory/change-directory';
import type { ChannelWithKeys } from '@ledgate/projections/directory/channels/columns';
import { noteTest } from '@ledgate/projections/directory/channels/update';
import { channelView } from '@ledgate/projections/directory/relay-view/channel-view';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts, ChannelTest } from '../ports.ts';
import { namesIn } from './fields.ts';

const LAST_RESORT = 'gpt-3.5-turbo';

/** Why a channel of such a type cannot be tested: jobs are no short request, and of others the upstream is gone (docs/behaviour.md#channel-tests). */
export function untestable({ type }: Pick<ChannelRow, 'type'>): Problem | undefined {
  if (isWithdrawn(channelTypeOf(type))) return { code: 'channel_type_withdrawn' };
  return hasJobsOnly(channelTypeOf(type)) ? { code: 'channel_test_unsupported' } : undefined;
}

/** The model asked for, else the channel's test model, else its first (docs/behaviour.md#channel-tests). */
const testedModel = (channel: ChannelRow, asked: string): string =>
  [asked, channel.testModel, namesIn(channel.models)[0] ?? ''].find((model) => model !== '') ?? LAST_RESORT;

export type By = Pick<Administration, 'actorId' | 'process' | 'requestId'>;

/**
 * A test costs the operator something and no user anything: it is recorded as an act, and its attempts in the channel's stream, without an amount
 * (docs/behaviour.md#channel-tests). Both are owed to the ledger by one transaction, so that whoever tests has his answer while the ledger cannot be reached.
 * @param putAside the number of the key that it is by, where that is put aside: such a test tells nothing of its channel
 */
export async function tested(
  ports: ApiPorts,
  channel: ChannelWithKeys,
  asked: string,
  by: By,
  putAside?: number,
): Promise<ChannelTest> {
  const model = testedModel(channel, asked);
  const begunMs = ports.clock.nowMs();
  const result = await ports.testChannel(channelView(channel), model);
  const { ok, message, code = '', seconds, tried } = result;
  const { inLedger } = await changeDirectory(
    ports,
    {
      ...by,
      action: 'channel.test',
      target: `channel-${channel.id}`,
      before: {},
      after: {
        model,
        ok,
        durationMs: Math.round(seconds * 1_000),
        ...(putAside === undefined ? {} : { key_number: putAside }),
      },
      reason: '',
    },
    async (tx) => {
      if (putAside === undefined)
        await noteTest(tx.client, channel.id, {
          responseTimeMs: seconds * 1_000,
          testedSeconds: tx.nowMs / 1_000,
          passed: ok,
          model,
          error: ok ? '' : message,
          code: ok ? '' : code,
        });
      const command = putAside === undefined ? `${channel.id}` : `${channel.id}-key-${putAside}`;
      if (tried !== undefined)
        await oweTested(tx, channel.id, tried, { commandId: `test-channel-${command}-${by.requestId}`, begunMs, by });
    },
  );
  if (!inLedger) ports.log.warn({ requestId: by.requestId }, 'the attempts of a channel test wait for the ledger');
  return result;
}

/** Its time is when the test began, since that is what its attempts count from. While an upgrade runs nobody writes it (docs/ledger.md#ledger_schema). */
async function oweTested(
  tx: DirectoryTransaction,
  channelId: number,
  data: ChannelEvent['data'],
  { commandId, begunMs, by }: { readonly commandId: string; readonly begunMs: number; readonly by: By },
): Promise<void> {
  const events = encode([{ type: 'ChannelTested', data }], {
    commandId,
    correlationId: by.requestId,
    occurredAtMs: begunMs,
    actor: actorOf(by),
  });
  try {
    await tx.toLedger({ kind: 'events', stream: channelStream(channelId), creates: false, events });
  } catch (error) {
    if (!(error instanceof NotWrittenYet)) throw error;
  }
}
