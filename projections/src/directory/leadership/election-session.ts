import { Socket } from 'node:net';
import pg from 'pg';
import type { Database } from '../../shared/database.ts';
import { ELECTION_ANSWER_MAX_MS, ELECTION_ROUND_MS, ELECTION_SILENT_MAX_MS } from '../limits.ts';
import { timed } from '../wait.ts';
import { idleSessionTimeout, LEAVE, RAISE, TRY } from './sql.ts';

/** How the connection calls itself in pg_stat_activity. */
export const ELECTION = 'ledgate election';

/** Milliseconds. `silentMaxMs` is above the sum of the others: who cannot prove that he leads has stepped down before another may be elected. */
export type ElectionTimes = { readonly roundMs: number; readonly answerMaxMs: number; readonly silentMaxMs: number };

export const ELECTION_TIMES: ElectionTimes = {
  roundMs: ELECTION_ROUND_MS,
  answerMaxMs: ELECTION_ANSWER_MAX_MS,
  silentMaxMs: ELECTION_SILENT_MAX_MS,
};

type Elected = { readonly leadership: string; readonly fence: number };

/**
 * One connection that holds advisory locks. Postgres ends it, and so its locks, when its process dies, and when nothing came from it for `silentMaxMs`:
 * a process that is paused or cut off does not keep a leadership. Only Postgres' clock counts there.
 */
export class ElectionSession {
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #holder: string;
  readonly #answerMaxMs: number;
  /** Ends when the question before has been answered or has failed: the connection takes one at a time. */
  #before: Promise<unknown> = Promise.resolve();
  /** Ends with the reason when the connection is lost. */
  readonly lost: Promise<unknown>;

  private constructor(client: pg.Client, socket: Socket, holder: string, answerMaxMs: number) {
    this.#client = client;
    this.#socket = socket;
    this.#holder = holder;
    this.#answerMaxMs = answerMaxMs;
    this.lost = new Promise((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the connection of the election ended')));
    });
  }

  /** Throws when Postgres does not answer, or is older than 14. */
  static async open(
    pool: Database,
    holder: string,
    { answerMaxMs, silentMaxMs }: ElectionTimes,
  ): Promise<ElectionSession> {
    const socket = new Socket();
    const client = new pg.Client({
      ...pool.options,
      password: pool.options.password,
      application_name: ELECTION,
      connectionTimeoutMillis: answerMaxMs,
      stream: () => socket,
    });
    const session = new ElectionSession(client, socket, holder, answerMaxMs);
    try {
      await client.connect();
      await session.#asked(() => client.query(idleSessionTimeout(Math.round(silentMaxMs))));
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Takes those of the leaderships that nobody holds, each with a number above all before. Throws when Postgres does not answer in time. */
  async take(leaderships: readonly string[]): Promise<readonly Elected[]> {
    const { rows: free } = await this.#asked(() => this.#client.query<{ leadership: string }>(TRY, [leaderships]));
    if (free.length === 0) return [];
    const { rows } = await this.#asked(() =>
      this.#client.query<{ leadership: string; fence: string }>(RAISE, [
        free.map(({ leadership }) => leadership),
        this.#holder,
      ]),
    );
    return rows.map(({ leadership, fence }) => ({ leadership, fence: Number(fence) }));
  }

  async leave(leadership: string): Promise<void> {
    await this.#asked(() => this.#client.query(LEAVE, [leadership]));
  }

  /** With the connection all leaderships are free, as soon as Postgres hears of it. */
  close(): void {
    this.#socket.destroy();
  }

  #asked<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#before.then(question);
    this.#before = answer.catch(() => undefined);
    return timed(answer, this.#answerMaxMs);
  }
}
