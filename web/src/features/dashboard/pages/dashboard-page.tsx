import * as ACCESS from '@ledgate/api/contract/who-may';
import { Flex, NativeSelect } from '@chakra-ui/react';
import { useCallback, type ReactElement } from 'react';
import { RangePicker } from '../../../shared/filters/range-picker.tsx';
import { readRange } from '../../../shared/filters/read-range.ts';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { Tiles } from '../components/tiles.tsx';
import { Usage } from '../components/usage.tsx';
import type { Whose } from '../api/dashboard-api.ts';
import { fitsStep, stepFor, steps, type Step } from '../series.ts';

/** `step` '': what the operator chose. */
const defaults = { range: '7d', step: '', of: 'self', user: '' } as const;

/**
 * Own balance and today's use, and consumption over time. Who reads money may see everybody's or one user's; the figures of their own account
 * are not shown beside it.
 */
export function DashboardPage(): ReactElement {
  const t = useTexts();
  const seesAll = useSession().may(ACCESS.data.all);
  const { values, set } = useFilters<keyof typeof defaults>(defaults);
  const setUser = useCallback((user: string) => set({ user }), [set]);
  const { data_export_default_time: usual } = useStatus();
  const step = steps.find((known) => known === values.step) ?? usual;
  const everybody = seesAll && values.of === 'all';
  const whose: Whose = !everybody
    ? { kind: 'self' }
    : values.user === ''
      ? { kind: 'all' }
      : { kind: 'user', username: values.user };
  return (
    <Page title={t.nav.detail}>
      {everybody ? null : <Tiles />}
      <Flex gap="2" wrap="wrap" mb="5" align="center">
        <RangePicker value={values.range} onChange={(range) => set({ range })} />
        <StepPicker value={step} range={values.range} onChange={(chosen) => set({ step: chosen })} />
        {seesAll ? (
          <NativeSelect.Root size="sm" width="auto">
            <NativeSelect.Field
              aria-label={t.dashboard.whose}
              value={values.of}
              onChange={(event) => set({ of: event.target.value, user: '' })}
            >
              <option value="self">{t.dashboard.mine}</option>
              <option value="all">{t.dashboard.everybody}</option>
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        ) : null}
        {everybody ? (
          <SearchField label={t.logs.username} value={values.user} onChange={setUser} main width="180px" />
        ) : null}
      </Flex>
      <Usage range={values.range} step={step} whose={whose} />
    </Page>
  );
}

type StepPickerProps = {
  readonly value: Step;
  readonly range: string;
  readonly onChange: (step: string) => void;
};

/** What a bar stands for: the steps of which the range has not too many. */
function StepPicker({ value, range: chosen, onChange }: StepPickerProps): ReactElement {
  const t = useTexts();
  const range = readRange(chosen, useNow());
  return (
    <NativeSelect.Root size="sm" width="auto">
      <NativeSelect.Field
        aria-label={t.dashboard.step}
        value={stepFor(range, value)}
        onChange={(event) => onChange(event.target.value)}
      >
        {steps.map((step) => (
          <option key={step} value={step} disabled={!fitsStep(range, step)}>
            {t.dashboard.steps[step]}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
