import { codeName, redemptionRoutes } from '@ledgate/api/contract/redemption';
import { CODES_AT_ONCE_MAX } from '@ledgate/domain/catalogue/limits';
import { z } from 'zod';
import { typedAmount, typedText, typedWhole } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';
import type { MoneyUnit } from '../../shared/money/quota-format.ts';

const { body } = redemptionRoutes.create;

/** A code as it is typed; what is sent comes out, without a name where none is typed. */
export const codeForm = (unit: MoneyUnit, t: Texts) =>
  z.object({
    name: typedText.pipe(codeName),
    quota: typedAmount(unit, t, body.shape.quota, t.form.amountAboveZero),
    count: typedWhole(1, CODES_AT_ONCE_MAX, t.form.countBetween(1, CODES_AT_ONCE_MAX)),
  });
