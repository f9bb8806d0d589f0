import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../../shared/advisory-locks.ts';
import { type DirectoryFixture, eventually, openDirectory } from '../testing/directory-fixture.ts';
import { openProxy } from '../testing/silent-proxy.ts';
import { type LeaderElection, createLeaderElection } from './leader-election.ts';
import { ELECTION, ElectionSession, type ElectionTimes } from './election-session.ts';
import { lastElections } from './leaderships.ts';
import type { Term } from './candidate.ts';

/** A tenth of the product's. */
const TIMES: ElectionTimes = { roundMs: 100, answerMaxMs: 300, silentMaxMs: 600 };

/** One process's part: which terms it serves, and how many at once. */
class Server {
  readonly terms: Term[] = [];
  serving = 0;
  servingMost = 0;
  /** What ends the work besides the term. */
  breaks: Promise<void> = new Promise(() => undefined);

  readonly serve = async (term: Term): Promise<void> => {
    this.terms.push(term);
    this.serving += 1;
    this.servingMost = Math.max(this.servingMost, this.serving);
    try {
      await Promise.race([
        new Promise<void>((resolve) => {
          term.signal.addEventListener('abort', () => resolve());
        }),
        this.breaks,
      ]);
    } finally {
      this.serving -= 1;
    }
  };

  get leads(): boolean {
    return this.terms.at(-1)?.signal.aborted === false;
  }

  get fence(): number {
    return this.terms.at(-1)?.fence ?? 0;
  }
}

describe('the election of leaders', () => {
  let directory: DirectoryFixture;
  const elections: LeaderElection[] = [];
  const errors: unknown[] = [];
  beforeEach(async () => {
    directory = await openDirectory();
  });
  afterEach(async () => {
    await Promise.all(elections.splice(0).map((candidate) => candidate.close()));
    await directory.close();
    errors.splice(0);
  });

  const candidate = (holder: string): LeaderElection => {
    const made = createLeaderElection({
      pool: directory.pool,
      holder,
      times: TIMES,
      onError: (error) => errors.push(error),
    });
    elections.push(made);
    return made;
  };
  const cut = () =>
    directory.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      ELECTION,
    ]);

  it('elects one of two, and the other when the first gives up, with a higher number', async () => {
    const [one, other] = [new Server(), new Server()];
    const first = candidate('first');
    const resign = first.campaign('settler', one.serve);
    await eventually(() => one.leads, 'the first is elected');
    candidate('second').campaign('settler', other.serve);
    expect(first.held()).toEqual([{ leadership: 'settler', fence: one.fence }]);
    await resign();
    expect(one.serving).toBe(0);
    await eventually(() => other.leads, 'the second is elected');
    expect(other.fence).toBe(one.fence + 1);
    expect(await lastElections(directory.pool)).toEqual([
      { leadership: 'settler', fence: other.fence, holder: 'second' },
    ]);
  });

  it('elects exactly one of many that campaign at the same time', async () => {
    const processes = Array.from({ length: 8 }, (_, index) => ({
      candidate: candidate(`process-${index}`),
      server: new Server(),
      own: new Server(),
    }));
    const servers = processes.map(({ server }) => server);
    for (const { candidate, server } of processes) candidate.campaign('publisher', server.serve);
    await eventually(() => servers.some(({ leads }) => leads), 'one is elected');
    // What is vacant is asked for in one question: who holds a leadership of its own by now has asked for the other one again, in vain.
    for (const [index, { candidate, own }] of processes.entries()) candidate.campaign(`own-${index}`, own.serve);
    await eventually(() => processes.every(({ own }) => own.leads), 'each has asked again');
    expect(servers.filter(({ leads }) => leads)).toHaveLength(1);
    expect(servers.flatMap(({ terms }) => terms)).toHaveLength(1);
  });

  it('holds leaderships apart: each has its own holder and its own number', async () => {
    const [settler, publisher] = [new Server(), new Server()];
    const both = candidate('both');
    both.campaign('settler', settler.serve);
    both.campaign('publisher', publisher.serve);
    await eventually(() => settler.leads && publisher.leads, 'both leaderships are held');
    expect(
      both
        .held()
        .map(({ leadership }) => leadership)
        .toSorted(),
    ).toEqual(['publisher', 'settler']);
  });

  it('ends a term when its connection is cut, and has somebody elected anew', async () => {
    const [one, other] = [new Server(), new Server()];
    candidate('first').campaign('settler', one.serve);
    await eventually(() => one.leads, 'the first is elected');
    const [term] = one.terms;
    await cut();
    await eventually(() => term?.signal.aborted === true, 'the term is over');
    candidate('second').campaign('settler', other.serve);
    await eventually(() => one.leads || other.leads, 'one is elected again');
    expect(Math.max(one.fence, other.fence)).toBeGreaterThan(term?.fence ?? 0);
    expect(one.servingMost).toBe(1);
  });

  it('takes a leadership from a holder that says nothing and keeps its connection', async () => {
    const silent = new pg.Client({ ...directory.pool.options, application_name: 'silent' });
    silent.on('error', () => undefined);
    await silent.connect();
    await silent.query(`set idle_session_timeout = ${TIMES.silentMaxMs}`);
    await silent.query(`select pg_advisory_lock(${ADVISORY_LOCKS.leaderships}, hashtext('settler'))`);
    const server = new Server();
    candidate('heir').campaign('settler', server.serve);
    await eventually(() => server.leads, 'the heir is elected');
    await silent.end().catch(() => undefined);
  });

  it('steps down by itself when Postgres does not answer any longer', async () => {
    const proxied = await openProxy(new URL(directory.url));
    const pool = new pg.Pool({ connectionString: proxied.url });
    const server = new Server();
    const cutOff = createLeaderElection({ pool, holder: 'cut off', times: TIMES, onError: () => undefined });
    elections.push(cutOff);
    cutOff.campaign('settler', server.serve);
    await eventually(() => server.leads, 'it is elected');
    proxied.silence();
    const [term] = server.terms;
    await eventually(() => term?.signal.aborted === true, 'it steps down');
    const heir = new Server();
    candidate('heir').campaign('settler', heir.serve);
    await eventually(() => heir.leads, 'the heir is elected');
    expect(heir.fence).toBe((term?.fence ?? 0) + 1);
    await cutOff.close();
    await proxied.close();
    await pool.end();
  });

  it('lets nobody here be elected anew before the work of the term before has ended', async () => {
    const [server, prompt, other] = [new Server(), new Server(), new Server()];
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const both = candidate('slow');
    both.campaign('settler', async (term) => {
      await server.serve(term);
      await slow;
    });
    both.campaign('publisher', prompt.serve);
    try {
      await eventually(() => server.leads && prompt.leads, 'it is elected to both');
      await cut();
      await eventually(() => server.serving === 0, 'the work is told to end');
      // What is vacant here is asked for in one round: the settler's leadership would have come with it.
      await eventually(() => prompt.terms.length === 2, 'it is elected anew to the leadership whose work has ended');
      expect(server.terms).toHaveLength(1);
      const resign = candidate('quick').campaign('settler', other.serve);
      await eventually(() => other.leads, 'another process is elected meanwhile');
      await resign();
      expect(server.terms).toHaveLength(1);
    } finally {
      release();
    }
    await eventually(() => server.leads, 'it is elected anew once its work has ended');
  });

  it('asks its connection one question at a time, also where one leadership is left while others are sought', async () => {
    const session = await ElectionSession.open(directory.pool, 'one', TIMES);
    await session.take(['settler']);
    const ask = pg.Client.prototype.query as (...question: unknown[]) => Promise<unknown>;
    let [asked, askedMost] = [0, 0];
    const query = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...question: unknown[]
    ) {
      asked += 1;
      askedMost = Math.max(askedMost, asked);
      return ask.apply(this, question).finally(() => {
        asked -= 1;
      });
    } as never);
    try {
      const [taken] = await Promise.all([session.take(['publisher', 'settler']), session.leave('settler')]);
      expect(taken.map(({ leadership }) => leadership)).toContain('publisher');
      expect(askedMost).toBe(1);
    } finally {
      query.mockRestore();
      session.close();
    }
  });

  it('has work that throws begin again, and says so', async () => {
    const server = new Server();
    server.breaks = Promise.reject(new Error('out of order'));
    server.breaks.catch(() => undefined);
    candidate('unlucky').campaign('settler', server.serve);
    await eventually(() => server.terms.length >= 2, 'it is tried again');
    expect(errors.map(String)).toContain('Error: out of order');
    expect(server.terms[0]?.signal.aborted).toBe(true);
    expect(server.servingMost).toBe(1);
  });
});
