import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import type { StatementOf } from './account-api.ts';
import { useStatementChoice } from './statement-chosen.ts';
import { StatementView } from './statement-view.tsx';

const StatementBar = onDemand(async () => (await import('./statement-bar.tsx')).StatementBar);
export const StatementFiles = onDemand(async () => (await import('./statement-files.tsx')).StatementFiles);

type AccountStatementProps = { readonly of: StatementOf; readonly name: string };

/** A statement over a range or a period that is chosen, by entries or summed up. */
export function AccountStatement({ of, name }: AccountStatementProps): ReactElement {
  const { choice, set, clock, range } = useStatementChoice();
  return (
    <>
      <Box minH={{ base: '124px', sm: '76px' }} mb="5" className="no-print">
        <StatementBar choice={choice} clock={clock} set={set} />
      </Box>
      <StatementView {...{ of, name, choice, clock, range }} />
    </>
  );
}
