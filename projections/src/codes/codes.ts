import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byNumber, numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { CHANGE_CODES, INSERT_CODES } from './sql.ts';

/** One row a redemption code: its state; name and text stand in the directory. */
export const codes: Projection = { name: 'codes', begin: () => new CodesPart() };

/** null: the batch does not say. */
type Change = {
  issued: boolean;
  status: number | null;
  amount: number | null;
  /** Set where it is issued. */
  usesMax: number | null;
  /** More uses. */
  uses: number;
  usedUserId: number | null;
  redeemedMs: number | null;
};

class CodesPart implements BatchPart {
  readonly #changes = new Map<number, Change>();

  add({ event, atMs }: Recorded): void {
    switch (event.type) {
      case 'CodeIssued':
        this.#change(event.data.codeId, {
          issued: true,
          status: CODE_STATUS.unused,
          amount: event.data.amount,
          usesMax: event.data.usesMax,
          usedUserId: 0,
          redeemedMs: 0,
        });
        return;
      case 'CodeEdited':
        this.#change(event.data.codeId, { amount: event.data.amount });
        return;
      case 'CodeDisabled':
        this.#change(event.data.codeId, { status: CODE_STATUS.disabled });
        return;
      case 'CodeEnabled':
        this.#change(event.data.codeId, { status: CODE_STATUS.unused });
        return;
      case 'CodeWithdrawn':
        this.#change(event.data.codeId, { status: CODE_STATUS.withdrawn });
        return;
      case 'CodeExpired':
        this.#change(event.data.codeId, { status: CODE_STATUS.expired });
        return;
      case 'CodeRedeemed':
        this.#change(event.data.codeId, {
          uses: (this.#changes.get(event.data.codeId)?.uses ?? 0) + 1,
          amount: event.data.amount,
          usedUserId: event.data.accountId,
          redeemedMs: atMs,
        });
        return;
    }
  }

  async write(writer: BatchWriter): Promise<void> {
    const sorted = [...this.#changes].sort(([one], [other]) => byNumber(one, other));
    for (const [sql, issued] of [
      [INSERT_CODES, true],
      [CHANGE_CODES, false],
    ] as const) {
      const some = sorted.filter(([, change]) => change.issued === issued);
      if (some.length === 0) continue;
      await writer.run(sql, [
        numbers(some.map(([codeId]) => codeId)),
        numbers(some.map(([, { status }]) => status)),
        numbers(some.map(([, { amount }]) => amount)),
        numbers(some.map(([, { usedUserId }]) => usedUserId)),
        numbers(some.map(([, { redeemedMs }]) => redeemedMs)),
        numbers(some.map(([, { usesMax }]) => usesMax)),
        numbers(some.map(([, { uses }]) => uses)),
      ]);
    }
  }

  #change(codeId: number, change: Partial<Change>): void {
    const before = this.#changes.get(codeId) ?? {
      issued: false,
      status: null,
      amount: null,
      usesMax: null,
      uses: 0,
      usedUserId: null,
      redeemedMs: null,
    };
    this.#changes.set(codeId, { ...before, ...change });
  }
}
