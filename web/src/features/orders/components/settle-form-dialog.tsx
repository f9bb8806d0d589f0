import { Text } from '@chakra-ui/react';
import { topUpRoutes } from '@ledgate/api/contract/topup';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { typedText } from '../../../shared/form/typed.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { AreaField } from '../../../shared/ui/fields.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useSettleOrderMutation } from '../api/orders-api.ts';
import { ordersTexts } from '../texts.ts';

type SettleProps = { readonly number: string; readonly onClose: () => void };

/** Says that somebody has seen to the problems of an order, and how. */
export function SettleFormDialog({ number, onClose }: SettleProps): ReactElement {
  const own = useOwnTexts(ordersTexts);
  const [settle] = useSettleOrderMutation();
  const form = useContractForm({
    initial: { reason: '' },
    schema: () =>
      z.object({ reason: typedText.min(1, { error: own.reasonMissing }).pipe(topUpRoutes.settle.body.shape.reason) }),
    submit: async ({ reason }) => {
      await settle({ number, reason }).unwrap();
      tellSuccess(own.settled(number));
      onClose();
    },
  });
  return (
    <FormDialog title={own.settleTitle(number)} onClose={onClose} form={form} save={own.settle}>
      <Text color="fg.muted">{own.settleAbout}</Text>
      <AreaField
        label={own.reason}
        value={form.values.reason}
        onChange={(reason) => form.set('reason', reason)}
        error={form.errors.reason}
        required
        rows={2}
      />
    </FormDialog>
  );
}
