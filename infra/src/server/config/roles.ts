import { z } from 'zod';
import { list } from './variable-types.ts';

/**
 * What a process does (docs/architecture.md): api the console's calls and pages, relay what programs call, projector the read models, publisher the way
 * to Kafka, worker what finishes the work of others.
 */
export const ROLES = ['api', 'relay', 'projector', 'publisher', 'worker'] as const;

export type Role = (typeof ROLES)[number];

export const ALL = 'all';

const expected = `must be all, or a comma list of ${ROLES.join(', ')}`;

export const rolesSchema = list.pipe(
  z
    .array(z.enum([ALL, ...ROLES], expected))
    .min(1, expected)
    .refine((roles) => roles.length === 1 || !roles.includes(ALL), 'all stands alone'),
);
