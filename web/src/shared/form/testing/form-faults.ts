import type { z } from 'zod';
import { byContract } from '../by-contract.ts';
import { en } from '../../i18n/en.ts';
import type { Texts } from '../../i18n/text.tsx';

/** What a form says at its fields when it is sent with these values, in English or another language. */
export async function faultsOf<Values extends object, Sent>(
  schema: z.ZodType<Sent, Values>,
  values: Values,
  t: Texts = en,
): Promise<Readonly<Record<string, unknown>>> {
  const checked = byContract<Values, Sent>(() => schema, t)(values);
  return 'errors' in checked ? checked.errors : {};
}
