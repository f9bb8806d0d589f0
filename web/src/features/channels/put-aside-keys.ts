import { CHANNEL_KEY_STATE } from '@ledgate/domain/catalogue/statuses';
import { formatTime } from '../../shared/time/time-format.ts';
import type { Channel } from './api/channels-api.ts';

type ChannelKey = Channel['keys'][number];

/** Those of a channel's keys that calls do not use (docs/behaviour.md#disabled-channels). */
export const putAsideKeys = ({ keys }: Channel): readonly ChannelKey[] =>
  keys.filter(({ state }) => state !== CHANNEL_KEY_STATE.enabled);

/** Why a key is put aside, and since when. */
export const whyPutAside = ({ reason, time }: ChannelKey): string =>
  [reason, time > 0 ? formatTime(time) : ''].filter(Boolean).join(' · ');
