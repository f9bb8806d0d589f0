import type { PoolClient } from 'pg';
import type { MoneyMoved } from '../lots/wallet-fold.ts';
import { type Generation, inGeneration } from '../schema/generations.ts';

/** What a projection writes by; `@rm` stands for the generation's schema, `name` is its own among all projections. */
export type PreparedSql = { readonly name: string; readonly text: string };

/** Figures of an account, quota units; `used`: charges less refunds. */
export type AccountFigures = { readonly balance: number; readonly used: number; readonly earnings: number };

/** Runs the SQL of one batch in its transaction, prepared once a connection and generation. */
export class BatchWriter {
  readonly generation: Generation;
  /** Of each account that the batch touched, after it: set by the balances, used by the ledger entries. */
  readonly balances = new Map<number, AccountFigures>();
  /** What each token that the batch touched has used after it: set by the token use, used by the ledger entries. */
  readonly tokensUsed = new Map<number, number>();
  /** By position, of each event that moves a wallet: set by the lots, used by the ledger entries. */
  readonly money = new Map<number, MoneyMoved>();
  readonly #client: PoolClient;
  readonly #afterCommit: (() => void)[] = [];

  constructor(client: PoolClient, generation: Generation) {
    this.#client = client;
    this.generation = generation;
  }

  /** Values are array literals or single values; answers rows as arrays of texts and numbers. */
  async run({ name, text }: PreparedSql, values: readonly unknown[]): Promise<readonly (readonly unknown[])[]> {
    const { schema } = this.generation;
    const result = await this.#client.query({
      name: `${schema}_${name}`,
      text: inGeneration(text, this.generation),
      values: [...values],
      rowMode: 'array',
    });
    return result.rows as unknown[][];
  }

  /** What is true only once the batch is committed. */
  afterCommit(call: () => void): void {
    this.#afterCommit.push(call);
  }

  committed(): void {
    for (const call of this.#afterCommit) call();
  }

  /** SQL that changes the schema. */
  async define(text: string): Promise<void> {
    await this.#client.query(inGeneration(text, this.generation));
  }
}
