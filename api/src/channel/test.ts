import {
  type ChannelRun,
  isRunning,
  lastChannelRuns,
  stopChannelRun,
} from '@ledgate/projections/directory/channel-runs/channel-runs';
import { countChannels, findChannelWithKeys } from '@ledgate/projections/directory/channels/find';
import { noteChange } from '@ledgate/projections/directory/transaction';
import type { channelRoutes } from '../contract/channel.ts';
import { administration } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { done, DONE, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { runStarted } from './run-started.ts';
import { testAll } from './test-all.ts';
import { tested, untestable } from './tested.ts';

type Calls = 'test' | 'testAll' | 'testProgress' | 'runs' | 'stopRun' | 'fix';

export const testHandlers = (ports: ApiPorts): Pick<Handlers<typeof channelRoutes>, Calls> => ({
  test: async (call) => {
    const { params, query } = call;
    const channel = await findChannelWithKeys(ports.db, ports.directoryKeys, params.id);
    if (channel === undefined) return failed({ code: 'channel_missing' }, 0);
    const problem = untestable(channel);
    if (problem !== undefined) return failed(problem, 0);
    const result = await tested(ports, channel, query.model.trim(), {
      actorId: call.caller.id,
      requestId: call.requestId,
    });
    return result.ok
      ? { ...DONE, beside: { time: result.seconds } }
      : failed({ code: 'channel_test_failed', detail: result.message, reason: result.code ?? '' }, result.seconds);
  },

  testAll: async (call) => {
    const { caller, requestId } = call;
    const begun = await testAll(ports, { askedBy: caller.id, requestId, administration: runStarted(call, 'tests') });
    return begun === undefined ? refused({ code: 'channel_test_running' }) : DONE;
  },

  testProgress: async () => {
    const run = (await lastChannelRuns(ports.db)).get('tests');
    const { total = 0, done: seen = 0, failed: bad = 0 } = run ?? {};
    return done({ running: isRunning(run), total, done: seen, failed: bad });
  },

  runs: async () => done([...(await lastChannelRuns(ports.db)).values()].map(runAnswer)),

  stopRun: async (call) => {
    const { kind } = call.body;
    const stopped = await changeDirectory(ports, call, null, async (tx) => {
      const number = await stopChannelRun(tx.client, kind);
      if (number !== undefined)
        tx.administered(administration(call, 'channel.run_stop', `channel_${kind}`, { after: { run: number } }));
      return number;
    });
    // Who asks a second time finds it done.
    const isStopping = stopped !== undefined || isRunning((await lastChannelRuns(ports.db)).get(kind));
    return isStopping ? DONE : refused({ code: 'channel_run_missing' });
  },

  /** There is no index that could be wrong; what every relay keeps of the channels is read anew. */
  fix: async () => {
    await ports.acknowledged(await noteChange(ports.db, 'channel'));
    return { ok: true, data: await countChannels(ports.db) };
  },
});

const runAnswer = ({ kind, number, state, askedBy, total, done: seen, failed: bad, begunMs, ageMs }: ChannelRun) => ({
  kind,
  number,
  state,
  asked_by: askedBy,
  total,
  done: seen,
  failed: bad,
  begun_at: Math.floor(begunMs / 1_000),
  age: Math.max(0, Math.floor(ageMs / 1_000)),
});

const failed = (problem: Problem, time: number) => ({ ...refused(problem), beside: { time } });
