import { madeBefore, makeOnce, type MakingCommand } from '@ledgate/projections/directory/commands/made-commands';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { Refused } from '../http/answer.ts';
import type { SignedCall } from '../http/call.ts';
import { isSent } from '../http/sent.ts';
import type { ApiPorts } from '../ports.ts';
import { bringOwed, changeBoth } from './change-directory.ts';

type MakingCall = SignedCall & { readonly body: { readonly command_id?: string | null | undefined } };

/** Answers the ids of what it made, in their order. */
type Make = (tx: DirectoryTransaction) => Promise<readonly number[]>;

type Making = {
  /** What kind of thing: `redemption.create`. */
  readonly kind: string;
  /** Whether it can be made, and all that needs no transaction: not asked for what was made before. */
  readonly ready: () => Promise<Refused | { readonly ok: true; readonly make: Make }>;
  /** Where the ledger has what was made; none where it is not concerned. */
  readonly streams: (ids: readonly number[]) => readonly string[];
};

/** `ids`: of what was made now or, under the same `command_id`, before. `inLedger`: as of a change of the directory. */
type Made = { readonly ok: true; readonly ids: readonly number[]; readonly inLedger: boolean };

/**
 * What a call makes (docs/behaviour.md#once): once for its caller and `command_id`, noted in the transaction that makes it, so that neither is without the
 * other. Without one it is made each time. Throws CommandIdReused, and what changeBoth throws.
 */
export async function madeOnce(
  ports: ApiPorts,
  call: MakingCall,
  { kind, ready, streams }: Making,
): Promise<Made | Refused> {
  const { ring } = ports.directoryKeys;
  const command = commandOf(call, kind);
  const again = async (ids: readonly number[]): Promise<Made> => ({
    ok: true,
    ids,
    inLedger: await bringOwed(ports, call, streams(ids)),
  });
  const before = async (): Promise<Made | undefined> => {
    const ids = command && (await madeBefore(ports.db, ring, command, call.nowMs));
    return ids && again(ids);
  };

  const known = await before();
  if (known !== undefined) return known;
  const prepared = await ready();
  // It may be refused for what the same command has made in this moment: a name is taken by it.
  if (!prepared.ok) return (await before()) ?? prepared;
  const { make } = prepared;
  const { value, inLedger } = await changeBoth(ports, call, null, async (tx) =>
    command === undefined ? { ids: await make(tx), isFirst: true } : makeOnce(tx, ring, command, () => make(tx)),
  );
  return value.isFirst ? { ok: true, ids: value.ids, inLedger } : again(value.ids);
}

function commandOf({ caller, body }: MakingCall, kind: string): MakingCommand | undefined {
  const { command_id: id, ...asked } = body;
  return isSent(id) ? { userId: caller.id, id, content: JSON.stringify([kind, asked]) } : undefined;
}
