import type { UserId } from '@ledgate/domain/shared/ids';
import { EXPORTS_OF_ALL_MAX, EXPORTS_OF_PERSON_MAX, EXPORTS_OWN_MAX } from '../limits.ts';
import type { Problem } from '../http/problem.ts';

/** Whose rows a file is of: who fills the places of his own keeps no administrator from his. */
type Whose = 'own' | 'all';

const PLACES: Readonly<Record<Whose, number>> = { own: EXPORTS_OWN_MAX, all: EXPORTS_OF_ALL_MAX };

/** How many files, of lists and of statements together, this process makes at a time. */
export class ExportRoom {
  readonly #ofPersons = new Map<UserId, number>();
  readonly #taken: Record<Whose, number> = { own: 0, all: 0 };

  /** A place, to be left once by what is answered; or why there is none. */
  take(person: UserId, whose: Whose): (() => void) | Problem {
    const own = this.#ofPersons.get(person) ?? 0;
    if (own >= EXPORTS_OF_PERSON_MAX) return { code: 'exports_too_many', maximum: EXPORTS_OF_PERSON_MAX };
    if (this.#taken[whose] >= PLACES[whose]) return { code: 'exports_full' };
    this.#ofPersons.set(person, own + 1);
    this.#taken[whose] += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken[whose] -= 1;
      const left = (this.#ofPersons.get(person) ?? 1) - 1;
      if (left === 0) this.#ofPersons.delete(person);
      else this.#ofPersons.set(person, left);
    };
  }
}
