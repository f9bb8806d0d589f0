import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { INSERT_TOKEN_LIMITS } from './sql.ts';

/** One row a TokenLimitSet: which limit a token had at a position. */
export const tokenLimits: Projection = { name: 'token limits', begin: () => new TokenLimitsPart() };

/** `limit` in quota units; null: without. */
type TokenLimit = { readonly tokenId: number; readonly position: number; readonly limit: number | null };

/** undefined of any other event. */
export const tokenLimitOf = ({ event, position }: Recorded): TokenLimit | undefined =>
  event.type === 'TokenLimitSet' ? { tokenId: event.data.tokenId, position, limit: event.data.limit } : undefined;

class TokenLimitsPart implements BatchPart {
  readonly #limits: TokenLimit[] = [];

  add(recorded: Recorded): void {
    const limit = tokenLimitOf(recorded);
    if (limit !== undefined) this.#limits.push(limit);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#limits.length === 0) return;
    await writer.run(INSERT_TOKEN_LIMITS, [
      numbers(this.#limits.map(({ tokenId }) => tokenId)),
      numbers(this.#limits.map(({ position }) => position)),
      numbers(this.#limits.map(({ limit }) => limit)),
    ]);
  }
}
