import { guessCode, useCode } from '@ledgate/projections/directory/mail-codes/mail-codes';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { AnyCall } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

/** What somebody has proved, before it is used up. */
type Proof = NonNullable<Awaited<ReturnType<typeof guessCode>>>;

/** The guess counts, whatever comes of the call; undefined where it is wrong. */
export const guessed = (
  { db, directoryKeys }: Pick<ApiPorts, 'db' | 'directoryKeys'>,
  { nowMs }: Pick<AnyCall, 'nowMs'>,
  given: Parameters<typeof guessCode>[2],
): Promise<Proof | undefined> => guessCode(db, directoryKeys.ring, given, secondsOf(nowMs));

/** Uses it up with what it proves: with both or neither. Throws CodeGone where another call was first. */
export async function proved(tx: DirectoryTransaction, proof: Proof): Promise<void> {
  if (!(await useCode(tx.client, proof, secondsOf(tx.nowMs)))) throw new CodeGone();
}

/** Of two calls with one code in the same moment the second has changed nothing. */
class CodeGone extends Error {
  override readonly name = 'CodeGone';
}

/** undefined where the code was used in the same moment. */
export const orCodeGone = <Value>(change: Promise<Value>): Promise<Value | undefined> =>
  change.catch((error: unknown) => {
    if (error instanceof CodeGone) return undefined;
    throw error;
  });

const secondsOf = (ms: number): number => Math.floor(ms / 1_000);
