import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { byContract } from '../by-contract.ts';
import { en } from '../../i18n/en.ts';
import type { Texts } from '../../i18n/text.tsx';

/** What a form says at its fields when it is sent with these values, in English or another language. */
export async function faultsOf<Values extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Values>,
  values: Values,
  t: Texts = en,
): Promise<Readonly<Record<string, unknown>>> {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await byContract<Values, Checked>(() => schema, t)(values, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([field, fault]) => [field, fault?.message]));
}
