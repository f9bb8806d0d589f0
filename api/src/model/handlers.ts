import { CHANNEL_MODELS } from '@ledgate/domain/pricing/defaults/channel-models';
import type { modelRoutes } from '../contract/model.ts';
import { done } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';

export const modelHandlers: Handlers<typeof modelRoutes> = {
  byType: async () =>
    done(Object.fromEntries(Object.entries(CHANNEL_MODELS).map(([type, names]) => [type, [...names]]))),
};
