import { tokenNamesOf } from '@ledgate/projections/directory/tokens/find';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import type { LedgerEntry } from '@ledgate/projections/queries/ledger-entry';
import type { EntryNames } from '../messages/entry-words.ts';
import type { ApiPorts } from '../ports.ts';

/** Names of what sentences of these entries speak of. Who was invited is told to administrators alone: to others he is a number. */
export async function entryNames(
  db: ApiPorts['db'],
  entries: readonly Pick<LedgerEntry, 'facts'>[],
  forAdministrator: boolean,
): Promise<EntryNames> {
  const idsIn = (fact: string): readonly number[] => [
    ...new Set(
      entries.flatMap(({ facts }) => {
        const id = (facts as Readonly<Record<string, unknown>>)[fact];
        return typeof id === 'number' && id > 0 ? [id] : [];
      }),
    ),
  ];
  const [tokens, people] = await Promise.all([
    tokenNamesOf(db, idsIn('tokenId')),
    usernamesOf(db, forAdministrator ? idsIn('inviteeId') : []),
  ]);
  return { tokens, people };
}
