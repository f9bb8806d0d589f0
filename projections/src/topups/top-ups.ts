import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { CHANGE_TOP_UPS, INSERT_TOP_UPS } from './sql.ts';
import { type TopUpRow, topUpChangeOf } from './top-up-row.ts';

/** One row a payment order (docs/ledger.md#top-ups). */
export const topUps: Projection = { name: 'top ups', begin: () => new TopUpsPart() };

class TopUpsPart implements BatchPart {
  readonly #requested = new Map<string, TopUpRow>();
  readonly #changed = new Map<string, Partial<TopUpRow>>();

  add(recorded: Recorded): void {
    const told = topUpChangeOf(recorded);
    if (told === undefined) return;
    if ('requested' in told) {
      this.#requested.set(told.tradeNo, told.requested);
      return;
    }
    const requested = this.#requested.get(told.tradeNo);
    if (requested === undefined) this.#changed.set(told.tradeNo, told.change);
    else this.#requested.set(told.tradeNo, { ...requested, ...told.change });
  }

  async write(writer: BatchWriter): Promise<void> {
    const requested = sorted(this.#requested);
    if (requested.length > 0)
      await writer.run(INSERT_TOP_UPS, [
        texts(requested.map(([tradeNo]) => tradeNo)),
        numbers(requested.map(([, row]) => row.user_id)),
        texts(requested.map(([, row]) => row.status)),
        numbers(requested.map(([, row]) => row.amount)),
        numbers(requested.map(([, row]) => row.money_minor)),
        texts(requested.map(([, row]) => row.currency)),
        texts(requested.map(([, row]) => row.provider)),
        texts(requested.map(([, row]) => row.terms)),
        numbers(requested.map(([, row]) => row.requested_ms)),
        numbers(requested.map(([, row]) => row.requested_position)),
        numbers(requested.map(([, row]) => row.paid_ms)),
        texts(requested.map(([, row]) => row.provider_ref)),
      ]);
    const changed = sorted(this.#changed);
    if (changed.length > 0)
      await writer.run(CHANGE_TOP_UPS, [
        texts(changed.map(([tradeNo]) => tradeNo)),
        texts(changed.map(([, { status = '' }]) => status)),
        numbers(changed.map(([, row]) => row.paid_ms ?? 0)),
        texts(changed.map(([, row]) => row.provider_ref ?? '')),
      ]);
  }
}

const sorted = <Row>(rows: ReadonlyMap<string, Row>): readonly (readonly [string, Row])[] =>
  [...rows].sort(([one], [other]) => byText(one, other));
