import { chakra } from '@chakra-ui/react';
import type { ZoneClock } from '@ledgate/domain/shared/zone-clock';
import { createContext, useContext, type ReactElement } from 'react';
import { useOwnTexts } from '../i18n/text.tsx';
import { formatTime } from '../time/time-format.ts';
import type { StatementEntry } from './account-api.ts';
import { EntryText } from './entry-text.tsx';
import { statementTexts } from './statement-texts.ts';

type InStatement = {
  /** `17:15:02` as clocks of the statement's zone show an entry's time, with the date where that is not the day in which it counts. */
  readonly timeOf: (entry: Pick<StatementEntry, 'at' | 'day'>) => string;
  /** Positions of entries that came after their period was closed. */
  readonly late: ReadonlySet<number>;
};

export const inStatement = (clock: ZoneClock, late: readonly { readonly position: number }[]): InStatement => ({
  timeOf: ({ at, day }) => {
    const text = formatTime(at, clock);
    return text.startsWith(`${day} `) ? text.slice(day.length + 1) : text;
  },
  late: new Set(late.map(({ position }) => position)),
});

const Context = createContext<InStatement | undefined>(undefined);
export const InStatementProvider = Context.Provider;

/** What a line of a statement is shown by. */
export function useInStatement(): InStatement {
  const known = useContext(Context);
  if (known === undefined) throw new Error('a line of a statement stands outside of one');
  return known;
}

/** Where a statement is of more than one account whose entry it is, what it is, and whether it came after its period was closed. */
export function StatementEntryText({ entry }: { readonly entry: StatementEntry }): ReactElement {
  const own = useOwnTexts(statementTexts);
  const { late } = useInStatement();
  const { user_id: id, username } = entry;
  return (
    <>
      {id === undefined ? null : (
        <>
          <chakra.span htmlTranslate="no" fontWeight="500">
            {username === undefined || username === '' ? `#${id}` : username}
          </chakra.span>
          {' · '}
        </>
      )}
      <EntryText entry={entry} />
      {late.has(entry.position) ? (
        <chakra.span ms="2" px="1" borderWidth="1px" borderRadius="l1" color="warn" fontSize="12px" whiteSpace="nowrap">
          {own.late}
        </chakra.span>
      ) : null}
    </>
  );
}
