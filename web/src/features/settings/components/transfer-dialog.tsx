import { sessionRoutes } from '@ledgate/api/contract/session';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { typedAmount } from '../../../shared/form/typed.ts';
import { type Texts, useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { amountText, formatQuota, type MoneyUnit } from '../../../shared/money/quota-format.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useTransferEarningsMutation } from '../api/settings-api.ts';

/** From the quota of one unit up to all that is there. */
function transferForm(pending: number, unit: MoneyUnit, t: Texts) {
  const { quotaPerUnit: least } = unit;
  const { quota } = sessionRoutes.transferEarnings.body.shape;
  return z.object({
    amount: typedAmount(unit, t, quota)
      .pipe(z.number().min(least, { error: t.personal.transferMin(formatQuota(least, unit)) }))
      .pipe(z.number().max(pending, { error: t.personal.transferMax(formatQuota(pending, unit)) })),
  });
}

/** Moves invite earnings to the balance. */
export function TransferDialog({
  pending,
  onClose,
}: {
  readonly pending: number;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const [transfer] = useTransferEarningsMutation();
  const form = useContractForm({
    initial: { amount: amountText(pending, unit) },
    schema: () => transferForm(pending, unit, t),
    submit: async ({ amount: quota }) => {
      await transfer(quota).unwrap();
      tellSuccess(t.personal.transferred(formatQuota(quota, unit)));
      onClose();
    },
  });
  return (
    <FormDialog title={t.personal.transfer} onClose={onClose} form={form} save={t.personal.transfer}>
      <AmountField
        label={t.personal.amount}
        value={form.values.amount}
        onChange={(amount) => form.set('amount', amount)}
        error={form.errors.amount}
        required
        autoFocus
      />
    </FormDialog>
  );
}
