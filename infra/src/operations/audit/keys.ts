import { type Checkpoint, checkpointIn } from '@ledgate/projections/seals/note-texts';
import { noteIn, openedNote, type Verifier } from '@ledgate/projections/seals/signed-note';

/** A key that was given. `until`: the largest size that it seals, where another is known to have followed it. */
export type GivenKey = Verifier & { readonly until?: number };

/** A note that holds, by whose key; undefined where no key was given, so that what it says is what anybody may have written. */
type Opened = { readonly text: string; readonly by: GivenKey | undefined };
/** Why a note does not hold. */
type Refused = { readonly expected: string; readonly seen: string };

/** What a note says if one of the keys has signed it; without keys, whoever has. */
export function opened(note: string, keys: readonly GivenKey[]): Opened | Refused {
  const read = noteIn(note);
  if (read === undefined) return { expected: 'a signed note', seen: 'none' };
  if (keys.length === 0) return { text: read.text, by: undefined };
  const known = openedNote(note, keys);
  if (known !== undefined) return known;
  const signers = read.signatures.map(({ name, id }) => `${name}+${id}`);
  const isByKnown = keys.some(({ name, id }) => signers.includes(`${name}+${id}`));
  const names = keys.map(({ name, id }) => `${name}+${id}`).join(', ');
  return isByKnown
    ? { expected: `a signature by ${names}`, seen: 'a wrong one' }
    : { expected: `a signature by ${names}`, seen: `one by ${signers.join(', ')}` };
}

/** Why a key cannot have signed for a size; undefined where it may have. */
export const refusedSize = (by: GivenKey | undefined, size: number): Refused | undefined =>
  by?.until === undefined || size <= by.until
    ? undefined
    : { expected: `the key that signs above size ${by.until}`, seen: `${by.name}+${by.id} for size ${size}` };

/** The head that a note says. @param origin null: of whichever ledger */
export function openedHead(
  note: string,
  keys: readonly GivenKey[],
  origin: string | null,
): { readonly head: Checkpoint; readonly by: Verifier | undefined } | Refused {
  const known = opened(note, keys);
  if ('seen' in known) return known;
  const head = checkpointIn(known.text);
  if (head === undefined) return { expected: 'a checkpoint', seen: known.text };
  const expected = known.by?.name ?? origin ?? head.origin;
  if (head.origin !== expected) return { expected, seen: head.origin };
  if (origin !== null && head.origin !== origin) return { expected: origin, seen: head.origin };
  return refusedSize(known.by, head.size) ?? { head, by: known.by };
}
