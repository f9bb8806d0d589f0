import { displayName, username, userRoutes } from '@ledgate/api/contract/user';
import { z } from 'zod';
import { callLimitShape, type CallLimitValues } from '../../shared/form/call-limits.ts';
import { typedAmount, typedText } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';
import type { MoneyUnit } from '../../shared/money/quota-format.ts';
import { newPassword } from '../../shared/form/new-password.ts';

export type UserValues = {
  readonly username: string;
  readonly displayName: string;
  /** Empty for one who is changed: the old one stays. */
  readonly password: string;
  readonly group: string;
} & CallLimitValues;

/** A name by the rule of new ones, or as it stands already. */
const nameOr = (typed: string, kept: string | undefined) => (typed.trim() === kept ? z.string() : username);

/** A user as he is typed; what is sent comes out. The rule for names is younger than some users: theirs may stay. */
export function userForm(values: UserValues, kept: string | undefined, t: Texts) {
  const isNew = kept === undefined;
  return z
    .object({
      username: typedText.min(1, { error: t.users.nameAndPassword }).pipe(nameOr(values.username, kept)),
      displayName: typedText.pipe(displayName),
      password: values.password === '' && !isNew ? z.string() : newPassword(t, t.users.nameAndPassword),
      group: z.string(),
      ...callLimitShape(t),
    })
    .transform(({ displayName: display_name, ...others }) => ({ ...others, display_name }));
}

/** One's own names. The call leaves out what is empty, so that neither may be. */
export const ownNamesForm = (values: { readonly username: string }, kept: string, t: Texts) =>
  z
    .object({
      username: typedText.min(1, { error: t.form.required }).pipe(nameOr(values.username, kept)),
      displayName: typedText.min(1, { error: t.form.required }).pipe(displayName),
    })
    .transform(({ displayName: display_name, ...others }) => ({ ...others, display_name }));

const { adjust } = userRoutes;

/** A change of a balance, with its reason. */
export const adjustForm = (unit: MoneyUnit, t: Texts) =>
  z.object({
    delta: typedAmount(unit, t, adjust.body.shape.delta).refine((delta) => delta !== 0, { error: t.users.deltaZero }),
    reason: typedText.min(1, { error: t.users.reasonMissing }).pipe(adjust.body.shape.reason),
  });
