import { Box, Grid, Text } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { type Period, useClosePeriodMutation, usePeriodSumsQuery } from '../api/periods-api.ts';
import { closeFaults, type CloseValues, rangeOf } from '../close-range.ts';
import { periodsTexts } from '../periods-texts.ts';
import { rangeText } from './period-columns.tsx';

type CloseProps = { readonly last: Period | undefined; readonly onClose: () => void };

const initialOf = (last: Period | undefined): CloseValues => ({
  kind: 'month',
  month: '',
  day: '',
  zone: last?.zone ?? 'UTC',
  reason: '',
});

/** Closes what follows on the last period, or the last one again where it was reopened; its sums stand before the button. */
export function CloseFormDrawer({ last, onClose }: CloseProps): ReactElement {
  const own = useOwnTexts(periodsTexts);
  const [close] = useClosePeriodMutation();
  const again = last?.status === 'reopened' ? last : undefined;
  const form = useForm({
    initial: initialOf(last),
    sentAs: ({ kind }) => (again !== undefined ? {} : kind === 'month' ? { month: 'start' } : { day: 'end' }),
    validate: (values) => (again === undefined ? closeFaults(values, last, own) : {}),
    submit: async (values) => {
      const range = again ?? rangeOf(values, last);
      if (range === undefined) return;
      const { start, end, zone } = range;
      const reason = values.reason.trim();
      const period = await close({ start, end, zone, ...(reason === '' ? {} : { reason }) }).unwrap();
      tellSuccess(period.status === 'closing' ? own.goesOn(period.id) : own.closed(period.id));
      onClose();
    },
  });
  const { values, errors, set } = form;
  const text = (field: 'month' | 'day' | 'zone' | 'reason') => ({
    value: values[field],
    onChange: (typed: string) => set(field, typed),
    error: errors[field],
  });
  const range = again ?? rangeOf(values, last);
  const isTurned = range !== undefined && range.end <= range.start;
  const asked = range === undefined || isTurned ? undefined : { start: range.start, end: range.end, zone: range.zone };
  const { currentData: sums, isError } = usePeriodSumsQuery(asked ?? skipToken);
  return (
    <FormDrawer
      title={again === undefined ? own.closeTitle : own.closeAgainTitle(again.id)}
      onClose={onClose}
      form={form}
      save={own.save}
      waits={asked !== undefined && sums === undefined && !isError}
    >
      {again === undefined ? (
        <>
          <SelectField
            label={own.what}
            value={values.kind}
            onChange={(chosen) => set('kind', chosen === 'until' ? 'until' : 'month')}
            options={[
              ['month', own.kinds.month],
              ['until', own.kinds.until],
            ]}
          />
          {values.kind === 'month' ? (
            <TextField label={own.month} {...text('month')} placeholder="2026-11" help={own.monthHelp} required />
          ) : (
            <TextField label={own.day} {...text('day')} placeholder="2026-11-30" help={own.dayHelp} required />
          )}
          <TextField label={own.zone} {...text('zone')} help={own.zoneHelp} required />
        </>
      ) : (
        <Text>{own.sameRange(rangeText(again, own))}</Text>
      )}
      <TextField label={own.reason} {...text('reason')} help={own.reasonHelp} />
      <Box as="section" aria-label={own.sums} borderWidth="1px" borderRadius="md" p="3">
        <Text fontSize="13px" fontWeight="600" mb="2">
          {own.sums}
        </Text>
        {range === undefined ? (
          <Text color="fg.muted">{own.sumsWaiting}</Text>
        ) : isTurned ? (
          <Text color="fg.muted">{own.sumsTurned}</Text>
        ) : isError ? (
          <Text color="fg.muted">{own.sumsNone}</Text>
        ) : (
          <Sums sums={sums} />
        )}
      </Box>
    </FormDrawer>
  );
}

const NAMES = ['opening', 'credits', 'adjustments', 'charges', 'refunds', 'closing'] as const;

/** Of all accounts, as the ledger is now; undefined: not known yet. */
function Sums({ sums }: { readonly sums: ReturnType<typeof usePeriodSumsQuery>['currentData'] }): ReactElement {
  const own = useOwnTexts(periodsTexts);
  return (
    <Grid as="dl" templateColumns="1fr auto" columnGap="4" rowGap="1" aria-busy={sums === undefined}>
      {NAMES.map((name) => (
        <Box key={name} display="contents">
          <Text as="dt">{own[name]}</Text>
          <Text as="dd" textAlign="end">
            {sums === undefined ? '–' : <Money quota={sums[name]} digits={6} />}
          </Text>
        </Box>
      ))}
    </Grid>
  );
}
