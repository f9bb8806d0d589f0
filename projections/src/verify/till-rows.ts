import type { Recorded } from '@ledgate/domain/events/codec';
import { tillOf, TILL_STATUS } from '../leases/tills.ts';

type TillRow = { readonly relay_id: string; readonly opened_ms: number; readonly status: number };

/** What the table of tills must hold: tills never go back. */
export class TillRows {
  readonly #rows = new Map<string, TillRow>();

  add({ event, stream }: Recorded): void {
    if (event.type === 'TillOpened')
      this.#rows.set(event.data.tillId, {
        relay_id: event.data.relayId,
        opened_ms: event.data.openedAtMs,
        status: TILL_STATUS.open,
      });
    if (event.type === 'TillFenced') this.#move(tillOf(stream), TILL_STATUS.fenced);
    if (event.type === 'TillClosed') this.#move(tillOf(stream), TILL_STATUS.closed);
  }

  /** By id. */
  rows(): ReadonlyMap<string, TillRow> {
    return this.#rows;
  }

  #move(tillId: string, status: number): void {
    const row = this.#rows.get(tillId);
    if (row !== undefined) this.#rows.set(tillId, { ...row, status: Math.max(row.status, status) });
  }
}
