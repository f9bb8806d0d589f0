import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { Texts } from '../i18n/text.tsx';
import { formMessage } from './form-message.ts';

/** Checks what is typed by the schema that `schemaOf` makes of the contract's; each rule without a message of its own gets one in the person's language. */
export const byContract =
  <Values extends FieldValues, Checked>(
    schemaOf: (values: Values) => z.ZodType<Checked, Values>,
    t: Texts,
  ): Resolver<Values, unknown, Checked> =>
  (values, context, options) =>
    zodResolver<Values, unknown, Checked>(schemaOf(values), { error: (issue) => formMessage(issue, t) })(
      values,
      context,
      options,
    );
