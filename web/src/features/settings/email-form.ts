import { mailRoutes } from '@ledgate/api/contract/mail';
import { z } from 'zod';
import { typedText } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';

const { email, code } = mailRoutes.bindEmail.query.shape;

/** A new e-mail of one's own and the code that was mailed to it; what is missing is said as everywhere. */
export const emailForm = (t: Texts) =>
  z.object({
    email: typedText.includes('@', { error: t.register.emailMissing }).pipe(email),
    code: typedText.min(1, { error: t.register.codeMissing }).pipe(code),
  });
