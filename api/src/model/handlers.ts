import type { modelRoutes } from '../contract/model.ts';
import { done } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { modelsByType } from './known-models.ts';

export const modelHandlers: Handlers<typeof modelRoutes> = {
  byType: async () => done(modelsByType()),
};
