import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import type { TokenView } from './relay-view.ts';

/** Counts calls that were refused before any provider was asked (docs/behaviour.md#refused-calls). */
export interface RefusedCalls {
  /** `token` is undefined where no key is known. On the path of a request: adds to a number and never throws. */
  count(token: Pick<TokenView, 'tokenId' | 'user'> | undefined, reason: RefusedFor, atMs: number): void;
}
