import { z } from 'zod';
import { route } from './route.ts';

export const groupRoutes = {
  list: route({
    method: 'GET',
    path: '/api/group/',
    level: 'admin',
    summary: 'The groups that have a ratio',
    data: z.array(z.string()),
  }),
} as const;
