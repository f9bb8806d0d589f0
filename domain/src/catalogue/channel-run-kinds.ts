/** What is done to all channels in the background (docs/behaviour.md#runs-over-all-channels): they are tested; those that have a balance are asked for it. */
export const CHANNEL_RUN_KINDS = ['tests', 'balances'] as const;
export type ChannelRunKind = (typeof CHANNEL_RUN_KINDS)[number];
