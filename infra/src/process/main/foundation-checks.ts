import { answers } from '@ledgate/projections/shared/database';
import type { HealthCheck } from '../../server/http/readiness.ts';
import type { Foundation } from './foundation.ts';

/** What no role can do without. */
export const foundationChecks = ({ pool, store }: Pick<Foundation, 'pool' | 'store'>): readonly HealthCheck[] => [
  {
    part: 'postgres',
    unready: async () => {
      await answers(pool);
      return undefined;
    },
  },
  {
    part: 'event-store',
    unready: async () => {
      await store.head();
      return undefined;
    },
  },
];
