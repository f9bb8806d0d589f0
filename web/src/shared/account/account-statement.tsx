import { Box, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useFilters } from '../filters/use-filters.ts';
import { useTexts } from '../i18n/text.tsx';
import { formatTime } from '../time/time-format.ts';
import { useNow } from '../time/use-now.ts';
import { onDemand } from '../ui/on-demand.tsx';
import type { StatementOf } from './account-api.ts';
import { statementDefaults, statementRange, zoneOf } from './statement-choice.ts';
import { StatementView } from './statement-view.tsx';

const StatementBar = onDemand(async () => (await import('./statement-bar.tsx')).StatementBar);
export const StatementFiles = onDemand(async () => (await import('./statement-files.tsx')).StatementFiles);

type AccountStatementProps = { readonly of: StatementOf; readonly name: string };

/** A statement over a range or a period that is chosen, by entries or summed up. */
export function AccountStatement({ of, name }: AccountStatementProps): ReactElement {
  const t = useTexts();
  const { values, set } = useFilters<keyof typeof statementDefaults>(statementDefaults);
  const range = statementRange(values, useNow());
  const [from, until] =
    'period' in range ? [range.period, range.period] : [formatTime(range.start), formatTime(range.end - 1)];
  return (
    <>
      <Box minH={{ base: '124px', sm: '76px' }} mb="5" className="no-print">
        <StatementBar choice={values} set={set} />
      </Box>
      <Text color="fg.muted" fontSize="13px" mb="4">
        {from === until
          ? `${name} · ${from} · ${zoneOf(values)}`
          : t.statement.period(name, from, until, zoneOf(values))}
      </Text>
      <StatementView choice={values} of={of} />
    </>
  );
}
