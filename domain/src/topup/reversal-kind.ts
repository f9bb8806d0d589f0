import { z } from 'zod';

/** Money that went back to who had paid it, or (refund_failed, dispute_won) that stayed after all. */
export const reversalKindSchema = z.enum(['refund', 'refund_failed', 'chargeback', 'dispute_won']);
