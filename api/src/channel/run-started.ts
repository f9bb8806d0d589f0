import type { ChannelRunKind } from '@ledgate/domain/catalogue/channel-run-kinds';
import { administration } from '../directory/administration.ts';
import type { SignedCall } from '../http/call.ts';
import type { RunPlan } from './channel-runs.ts';

/** The record of who began a run over all channels (docs/behaviour.md#runs-over-all-channels), and of how many. */
export const runStarted =
  (call: SignedCall, kind: ChannelRunKind): NonNullable<RunPlan<unknown>['administration']> =>
  (items) =>
    administration(call, 'channel.run_start', `channel_${kind}`, { after: { total: items } });
