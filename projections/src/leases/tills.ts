import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { MOVE_TILLS } from './sql.ts';

export const TILL_STATUS = { open: 1, fenced: 2, closed: 3 } as const;

/** One row a till: whose it is and whether it is open, fenced or closed. */
export const tills: Projection = { name: 'tills', begin: () => new TillsPart() };

type Change = { relayId: string; status: number; openedMs: number };

class TillsPart implements BatchPart {
  readonly #changes = new Map<string, Change>();

  add({ event, stream }: Recorded): void {
    if (event.type === 'TillOpened')
      this.#move(event.data.tillId, {
        relayId: event.data.relayId,
        status: TILL_STATUS.open,
        openedMs: event.data.openedAtMs,
      });
    if (event.type === 'TillFenced')
      this.#move(tillOf(stream), { relayId: '', status: TILL_STATUS.fenced, openedMs: 0 });
    if (event.type === 'TillClosed')
      this.#move(tillOf(stream), { relayId: '', status: TILL_STATUS.closed, openedMs: 0 });
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#changes.size === 0) return;
    const sorted = [...this.#changes].sort(([one], [other]) => byText(one, other));
    await writer.run(MOVE_TILLS, [
      texts(sorted.map(([tillId]) => tillId)),
      texts(sorted.map(([, { relayId }]) => relayId)),
      numbers(sorted.map(([, { status }]) => status)),
      numbers(sorted.map(([, { openedMs }]) => openedMs)),
    ]);
  }

  #move(tillId: string, { relayId, status, openedMs }: Change): void {
    const before = this.#changes.get(tillId) ?? { relayId: '', status: 0, openedMs: 0 };
    this.#changes.set(tillId, {
      relayId: relayId || before.relayId,
      status: Math.max(before.status, status),
      openedMs: Math.max(before.openedMs, openedMs),
    });
  }
}

export const tillOf = (stream: string): string => stream.slice('till-'.length);
