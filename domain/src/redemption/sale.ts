import { z } from 'zod';

/** What a code was sold for, in the currency's minor unit; left out of one that is given away. */
export const saleSchema = z
  .strictObject({ moneyMinor: z.number().int().min(0), currency: z.string().min(1) })
  .optional();

/** Which of a code's uses: 1, 2, .. */
export const codeUseSchema = z.number().int().min(1);
