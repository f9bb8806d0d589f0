import { chakra } from '@chakra-ui/react';
import { useMemo, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { useStatus } from '../status/status-api.ts';
import { formatExactly, formatQuota, type Digits, type MoneyUnit } from './quota-format.ts';

export function useMoneyUnit(): MoneyUnit {
  const { quota_per_unit: quotaPerUnit, display_in_currency: currency } = useStatus();
  return useMemo(() => ({ quotaPerUnit, currency }), [quotaPerUnit, currency]);
}

/** What moved the amount; decides its colour (console design, visual language). */
export type MoneyKind = 'plain' | 'credit' | 'charge' | 'refund' | 'adjustment';

const colourOf: Readonly<Record<MoneyKind, string>> = {
  plain: 'inherit',
  credit: 'brand',
  charge: 'inherit',
  refund: 'info',
  adjustment: 'violet',
};

type MoneyProps = {
  readonly quota: number;
  readonly digits?: Digits;
  readonly kind?: MoneyKind;
  readonly signed?: boolean;
};

/** An amount of quota in the operator's unit; the exact amount in both units is in the tooltip. */
export function Money({ quota, digits = 2, kind = 'plain', signed = false }: MoneyProps): ReactElement {
  const unit = useMoneyUnit();
  const t = useTexts();
  return (
    <chakra.span
      htmlTranslate="no"
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
      color={colourOf[kind]}
      title={formatExactly(quota, unit, t.money.units)}
    >
      {formatQuota(quota, unit, digits, signed)}
    </chakra.span>
  );
}
