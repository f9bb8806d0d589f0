import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money, useMoneyUnit } from '../../../shared/money/money.tsx';
import { amountText, formatCount, formatQuota, parseAmount } from '../../../shared/money/quota-format.ts';
import { useSelfQuery } from '../../../shared/session/self-api.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { FormDialog } from '../../../shared/ui/dialogs.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useInviteCodeQuery, useTransferEarningsMutation } from '../api/settings-api.ts';

/** Invite link, how many came by it, and the earnings that can be moved to the balance. */
export function InviteCard(): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const { data: self } = useSelfQuery();
  const { data: code } = useInviteCodeQuery();
  const [open, setOpen] = useState(false);
  const link = `${window.location.origin}/register?aff=${code ?? ''}`;
  return (
    <Section title={t.personal.invite} about={t.personal.inviteAbout}>
      <Flex as="dl" gap={{ base: '5', sm: '10' }} wrap="wrap" mb="3" align="flex-end">
        <Figure label={t.personal.pending}>{self ? <Money quota={self.aff_quota} /> : '…'}</Figure>
        <Figure label={t.personal.earned}>{self ? <Money quota={self.aff_history_quota} /> : '…'}</Figure>
        <Figure label={t.personal.invited}>{self ? formatCount(self.aff_count) : '…'}</Figure>
        <Button size="xs" disabled={!self || self.aff_quota < unit.quotaPerUnit} title={t.personal.transferMin(formatQuota(unit.quotaPerUnit, unit))} onClick={() => setOpen(true)}>{t.personal.transfer}</Button>
      </Flex>
      {code ? <CopyText text={link} characters={64} label={t.personal.inviteLink} /> : null}
      {open && self ? <TransferDialog pending={self.aff_quota} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}

function TransferDialog({ pending, onClose }: { readonly pending: number; readonly onClose: () => void }): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const [transfer] = useTransferEarningsMutation();
  const form = useForm({
    initial: { amount: amountText(pending, unit) },
    validate: ({ amount }) => {
      const quota = parseAmount(amount, unit);
      return { amount: quota === undefined ? t.form.amount : quota < unit.quotaPerUnit ? t.personal.transferMin(formatQuota(unit.quotaPerUnit, unit)) : quota > pending ? t.personal.transferMax(formatQuota(pending, unit)) : undefined };
    },
    submit: async ({ amount }) => {
      const quota = parseAmount(amount, unit) ?? 0;
      await transfer(quota).unwrap();
      tellSuccess(t.personal.transferred(formatQuota(quota, unit)));
      onClose();
    },
  });
  return (
    <FormDialog title={t.personal.transfer} onClose={onClose} form={form} save={t.personal.transfer}>
      <AmountField label={t.personal.amount} value={form.values.amount} onChange={(amount) => form.set('amount', amount)} error={form.errors.amount} required autoFocus />
    </FormDialog>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return <Box><Text as="dt" color="fg.muted" fontSize="12px">{label}</Text><Box as="dd" fontWeight="600" fontVariantNumeric="tabular-nums">{children}</Box></Box>;
}
