import { Box, Flex, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { useMaking } from '../../../shared/form/making.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money, useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatQuota, parseAmount, MINUS } from '../../../shared/money/quota-format.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { AreaField } from '../../../shared/ui/fields.tsx';
import { type Question, useQuestion } from '../../../shared/ui/question.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { type Adjusted, useAdjustUserMutation, type User } from '../api/users-api.ts';
import { adjustForm } from '../user-form.ts';

/** A signed change with a reason; the sum is shown before it is done: old + change = new. */
export function AdjustFormDialog({
  user,
  onClose,
}: {
  readonly user: User;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const [adjust] = useAdjustUserMutation();
  const making = useMaking<Adjusted>();
  const { ask, question } = useQuestion();
  const belowZero = (delta: number): Question => ({
    title: t.users.belowZeroTitle(user.username),
    parts: [
      {
        about: t.users.belowZeroAbout,
        lines: [
          {
            what: t.users.oldBalance,
            before: formatQuota(user.quota, unit, 6),
            after: formatQuota(user.quota + delta, unit, 6),
          },
        ],
      },
    ],
    confirm: t.users.belowZeroConfirm,
  });
  const form = useContractForm({
    initial: { delta: '', reason: '' },
    schema: () => adjustForm(unit, t),
    submit: async (change) => {
      if (change.delta < 0 && user.quota + change.delta < 0 && !(await ask(belowZero(change.delta)))) return;
      const body = { id: user.id, ...change, balance_seen: user.quota };
      for (const { quota, before, repeated } of await making.all([body], (one) => adjust(one).unwrap()))
        tellSuccess(
          quota === null || before === null
            ? t.users.adjustedUnseen(user.username)
            : adjustedText({ quota, before, repeated }),
        );
      onClose();
    },
  });
  const adjustedText = ({
    quota,
    before,
    repeated,
  }: {
    readonly quota: number;
    readonly before: number;
    readonly repeated: boolean;
  }): string => {
    const balance = formatQuota(quota, unit);
    if (repeated) return t.users.adjustedAlready(user.username, balance);
    return before === user.quota
      ? t.users.adjusted(user.username, balance)
      : t.users.adjustedFrom(user.username, formatQuota(before, unit), balance);
  };
  const { values, errors, set } = form;
  const delta = parseAmount(values.delta, unit) ?? 0;
  return (
    <>
      <FormDialog title={t.users.adjustTitle(user.username)} onClose={onClose} form={form} save={t.users.adjust}>
        <AmountField
          label={t.users.delta}
          value={values.delta}
          onChange={(typed) => set('delta', typed)}
          error={errors.delta}
          required
          autoFocus
        />
        <Flex
          gap="3"
          align="flex-end"
          wrap="wrap"
          bg="bg.panel"
          borderRadius="l2"
          px="4"
          py="3"
          aria-live="polite"
          data-sum
        >
          <Term label={t.users.oldBalance}>
            <Money quota={user.quota} digits={6} />
          </Term>
          <Text color="fg.muted">{delta < 0 ? MINUS : '+'}</Text>
          <Term label={t.users.change}>
            <Money quota={Math.abs(delta)} digits={6} kind="adjustment" />
          </Term>
          <Text color="fg.muted">=</Text>
          <Term label={t.users.newBalance}>
            <Box as="span" fontWeight="600">
              <Money quota={user.quota + delta} digits={6} />
            </Box>
          </Term>
        </Flex>
        <AreaField
          label={t.users.reason}
          value={values.reason}
          onChange={(reason) => set('reason', reason)}
          error={errors.reason}
          help={t.users.reasonAbout}
          required
          rows={2}
        />
      </FormDialog>
      {question}
    </>
  );
}

function Term({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <Box>
      <Text fontSize="12px" color="fg.muted">
        {label}
      </Text>
      {children}
    </Box>
  );
}
