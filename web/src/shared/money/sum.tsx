import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { Money } from './money.tsx';
import { formatDigits } from './quota-format.ts';

/** A sum over all users to the unit. One that is too large for a number comes as its digits, and is shown in quota units. */
export function Sum({
  quota,
  signed = false,
}: {
  readonly quota: number | string;
  readonly signed?: boolean;
}): ReactElement {
  const t = useTexts();
  if (typeof quota === 'number') return <Money quota={quota} digits={6} signed={signed} />;
  return (
    <chakra.span htmlTranslate="no" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {t.money.units(formatDigits(quota, signed))}
    </chakra.span>
  );
}
