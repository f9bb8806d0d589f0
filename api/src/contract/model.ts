import { z } from 'zod';
import { route } from './route.ts';

export const modelRoutes = {
  byType: route({
    method: 'GET',
    path: '/api/models',
    level: 'user',
    summary: 'The models that each type of channel serves by default; key is the type',
    data: z.record(z.string(), z.array(z.string())),
  }),
} as const;
