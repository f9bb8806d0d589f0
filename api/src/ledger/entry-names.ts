import { tokenNamesOf } from '@ledgate/projections/directory/tokens/find';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import type { LedgerEntry } from '@ledgate/projections/queries/ledger-entry';
import type { EntryNames } from '../messages/entry-words.ts';
import type { ApiPorts } from '../ports.ts';

type Spoken = Pick<LedgerEntry, 'facts'>;

/** Names of what sentences of these entries speak of. */
export async function entryNames(
  db: ApiPorts['db'],
  entries: readonly Spoken[],
  forAdministrator: boolean,
): Promise<EntryNames> {
  const [tokens, people] = await Promise.all([
    tokenNamesOf(db, idsIn(entries, 'tokenId')),
    peopleNamed(db, entries, forAdministrator),
  ]);
  return { tokens, people };
}

/** Who was invited is told to administrators alone: to others he is a number. */
export const peopleNamed = (
  db: ApiPorts['db'],
  entries: readonly Spoken[],
  forAdministrator: boolean,
): Promise<EntryNames['people']> => usernamesOf(db, forAdministrator ? idsIn(entries, 'inviteeId') : []);

const idsIn = (entries: readonly Spoken[], fact: string): readonly number[] => [
  ...new Set(
    entries.flatMap(({ facts }) => {
      const id = (facts as Readonly<Record<string, unknown>>)[fact];
      return typeof id === 'number' && id > 0 ? [id] : [];
    }),
  ),
];
