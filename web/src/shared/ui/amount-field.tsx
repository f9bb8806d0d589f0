import { Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { useMoneyUnit } from '../money/money.tsx';
import { amountText, formatOtherUnit, formatQuota, parseAmount } from '../money/quota-format.ts';
import { TextField } from './text-field.tsx';
import { unitBeside } from './unit-beside.tsx';

/** Quota units. */
const PICKS = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000];

type AmountFieldProps = {
  readonly label: string;
  /** As typed, in the operator's unit. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  /** Offers common amounts, a click each. */
  readonly picks?: boolean;
};

/** An amount in the operator's unit; the other unit stands below it while one types. */
export function AmountField({
  label,
  value,
  onChange,
  error,
  disabled = false,
  required = false,
  autoFocus = false,
  picks = false,
}: AmountFieldProps): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const quota = parseAmount(value, unit);
  const other =
    quota === undefined
      ? undefined
      : unit.currency
        ? t.money.units(formatOtherUnit(quota, unit))
        : formatOtherUnit(quota, unit);
  return (
    <Flex direction="column" gap="2" w="full">
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        error={error}
        disabled={disabled}
        required={required}
        autoFocus={autoFocus}
        numeric
        {...(unit.currency ? { around: unitBeside({ start: '$' }) } : {})}
        help={other ?? ' '}
      />
      {picks && !disabled ? (
        <Flex gap="1" wrap="wrap" role="group" aria-label={t.money.quickPicks}>
          {PICKS.map((pick) => (
            <Button key={pick} size="xs" variant="outline" onClick={() => onChange(amountText(pick, unit))}>
              {formatQuota(pick, unit).replace(/\.00$/u, '')}
            </Button>
          ))}
        </Flex>
      ) : null}
    </Flex>
  );
}
