import { chakra } from '@chakra-ui/react';
import { zoneOffset } from '@ledgate/domain/shared/zone-offset';
import { createContext, useContext, type ReactElement } from 'react';
import { useOwnTexts } from '../i18n/text.tsx';
import type { StatementEntry } from './account-api.ts';
import { statementTexts } from './statement-texts.ts';

type InStatement = {
  /** `2026-11-28` and `17:15:02` as clocks of the statement's zone show a time; Unix seconds. */
  readonly dayOf: (at: number) => string;
  readonly clockOf: (at: number) => string;
  /** Positions of entries that came after their period was closed. */
  readonly late: ReadonlySet<number>;
};

const QUARTER_S = 900;

/** Clocks are changed at quarters of an hour: of each the offset is asked once. */
export function inStatement(zone: string, late: readonly { readonly position: number }[]): InStatement {
  const offset = zoneOffset(zone);
  const offsets = new Map<number, number>();
  const shown = (at: number): string => {
    const quarter = Math.floor(at / QUARTER_S);
    const ahead = offsets.get(quarter) ?? offset(at);
    offsets.set(quarter, ahead);
    return new Date((at + ahead) * 1_000).toISOString();
  };
  return {
    dayOf: (at) => shown(at).slice(0, 10),
    clockOf: (at) => shown(at).slice(11, 19),
    late: new Set(late.map(({ position }) => position)),
  };
}

const Context = createContext<InStatement | undefined>(undefined);
export const InStatementProvider = Context.Provider;

/** What a line of a statement is shown by. */
export function useInStatement(): InStatement {
  const known = useContext(Context);
  if (known === undefined) throw new Error('a line of a statement stands outside of one');
  return known;
}

/** Behind the words of an entry that came after its period was closed. */
export function LateMark({ entry }: { readonly entry: Pick<StatementEntry, 'position'> }): ReactElement | null {
  const own = useOwnTexts(statementTexts);
  return useInStatement().late.has(entry.position) ? (
    <chakra.span ms="2" px="1" borderWidth="1px" borderRadius="l1" color="warn" fontSize="12px" whiteSpace="nowrap">
      {own.late}
    </chakra.span>
  ) : null;
}
