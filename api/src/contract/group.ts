import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { route } from './route.ts';

export const groupRoutes = {
  list: route({
    method: 'GET',
    path: '/api/group/',
    ...ACCESS.group.list,
    summary: 'The groups that have a ratio',
    data: z.array(z.string()),
  }),
} as const;
