import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactElement, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { ApiError } from '../../../shared/api/api-error.ts';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { useStatus } from '../../../shared/status/status-api.ts';
import { payMoney } from '../../../shared/topup/pay-money.ts';
import { TOP_UP_HASH, topUpTitles } from '../../../shared/topup/titles.ts';
import { errorText } from '../../../shared/ui/error-text.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { unitBeside } from '../../../shared/ui/unit-beside.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useRested } from '../../../shared/ui/use-rested.ts';
import { amountPicks, amountShown, amountTyped, leastAmount } from '../amount-typed.ts';
import { usePayableQuery, usePayMutation } from '../api/wallet-api.ts';
import { postPayment } from '../post-payment.ts';
import { walletTexts } from '../texts.ts';
import { WAYS, WayChoice } from './way-choice.tsx';

/** Told at the form: nothing of the call was wrong. */
const refusal = (message: string): ApiError => ({ kind: 'refused', status: 200, message, requestId: undefined });

/** An amount, the money that is to be paid for it while one types, and the way to the payment provider with an order. */
export function TopUpForm(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(walletTexts);
  const language = useLanguage();
  const unit = useMoneyUnit();
  const { min_topup: minTopUp } = useStatus();
  const [pay] = usePayMutation();
  const least = leastAmount(minTopUp, unit);
  const faultOf = (typed: string): string | undefined => {
    const amount = amountTyped(typed);
    if (amount === undefined) return own.notWhole;
    return amount < least ? own.least(amountShown(least, unit)) : undefined;
  };
  const form = useForm({
    initial: { amount: '', way: WAYS[0] as string },
    mayBeLost: true,
    validate: ({ amount }) => ({ amount: faultOf(amount) }),
    submit: async ({ amount, way }) => {
      const ordered = await pay({ amount: Number(amount), top_up_code: '', payment_method: way }).unwrap();
      if (!(await postPayment(ordered))) throw refusal(own.badAddress);
    },
  });
  const { values, errors, set } = form;
  const rested = useRested(values.amount);
  const isWrong = faultOf(rested) !== undefined;
  const payable = usePayableQuery(isWrong ? skipToken : Number(rested));
  // Of another amount than the one that stands there nothing is said.
  const isOfTyped = rested === values.amount && !isWrong;
  const money = isOfTyped && !payable.isFetching ? payable.currentData : undefined;
  const fault =
    rested !== values.amount || rested === ''
      ? undefined
      : isWrong
        ? faultOf(rested)
        : payable.isError && !payable.isFetching
          ? errorText(payable.error, t)
          : undefined;
  const field = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === TOP_UP_HASH) field.current?.focus();
  }, [hash, key]);
  const picks = amountPicks(minTopUp, unit);
  return (
    <chakra.form noValidate maxW="480px" onSubmit={form.onSubmit} aria-label={topUpTitles[language].topUp}>
      <Stack gap="4" align="flex-start">
        <Flex direction="column" gap="2" w="full">
          <TextField
            label={own.amount}
            inputRef={field}
            value={values.amount}
            onChange={(amount) => set('amount', amount)}
            error={errors.amount ?? fault}
            numeric
            required
            around={unitBeside(unit.currency ? { start: '$' } : { end: t.money.unit })}
            help={own.least(amountShown(least, unit))}
          />
          {picks.length === 0 ? null : (
            <Flex gap="1" wrap="wrap" role="group" aria-label={t.money.quickPicks}>
              {picks.map((pick) => (
                <Button key={pick} size="xs" variant="outline" onClick={() => set('amount', String(pick))}>
                  {amountShown(pick, unit)}
                </Button>
              ))}
            </Flex>
          )}
        </Flex>
        <WayChoice value={values.way} onChange={(way) => set('way', way)} />
        <Box aria-live="polite" data-payable>
          <Text as="span" color="fg.muted" fontSize="13px" me="2">
            {own.toPay}
          </Text>
          <Text as="span" fontWeight="600" fontVariantNumeric="tabular-nums" htmlTranslate="no">
            {money === undefined ? '–' : payMoney(Number(money))}
          </Text>
        </Box>
        <FailureNote text={form.failure} />
        <Button
          type="submit"
          variant="solid"
          colorPalette="brand"
          loading={form.busy}
          loadingText={own.paying}
          width={{ base: 'full', sm: 'auto' }}
        >
          {own.pay}
        </Button>
      </Stack>
    </chakra.form>
  );
}
