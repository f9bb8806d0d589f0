import type { ZoneClock } from '@ledgate/domain/shared/zone-clock';
import { useMemo } from 'react';
import { type Filters, useFilters } from '../filters/use-filters.ts';
import { useNow } from '../time/use-now.ts';
import type { StatementRange } from './account-api.ts';
import { clockOf, type StatementChoice, statementDefaults, statementRange } from './statement-choice.ts';

type Chosen = {
  readonly choice: StatementChoice;
  readonly set: Filters<keyof typeof statementDefaults>['set'];
  readonly clock: ZoneClock;
  readonly range: StatementRange;
};

/** What the address says of a statement. */
export function useStatementChoice(): Chosen {
  const { values: choice, set } = useFilters<keyof typeof statementDefaults>(statementDefaults);
  const now = useNow();
  const { zone } = choice;
  const clock = useMemo(() => clockOf({ zone }), [zone]);
  const range = useMemo(() => statementRange(choice, now, clock), [choice, now, clock]);
  return { choice, set, clock, range };
}
