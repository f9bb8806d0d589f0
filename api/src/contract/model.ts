import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { route } from './route.ts';

export const modelRoutes = {
  byType: route({
    method: 'GET',
    path: '/api/models',
    ...ACCESS.model.byType,
    summary: 'The models that each type of channel serves by default; key is the type',
    data: z.record(z.string(), z.array(z.string())),
  }),
} as const;
