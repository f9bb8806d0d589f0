import { NotExact } from '@ledgate/domain/shared/quota';
import { refusedAt, type Refused } from '../http/answer.ts';

/** What `work` answers, or a refusal where a sum over many accounts cannot be told exactly. */
export async function exactOr<Value>(work: () => Promise<Value>): Promise<Value | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotExact) return refusedAt('scope', { code: 'sums_too_large' });
    throw error;
  }
}
