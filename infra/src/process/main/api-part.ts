import { createApiRouter } from '@ledgate/api/api-router';
import { createChannelRuns } from '@ledgate/api/channel/channel-runs';
import { createChannelTestsWorker } from '@ledgate/api/channel/channel-tests-worker';
import { createClaimsWorker } from '@ledgate/api/claims/claims-worker';
import { BodyRoom } from '@ledgate/api/http/body-room';
import type { ProvedCallers } from '@ledgate/api/http/callers';
import type { ApiPorts } from '@ledgate/api/ports';
import { withFaultPoints } from '@ledgate/domain/ports/faults';
import { ACKNOWLEDGE_TIMEOUT_MS } from '@ledgate/projections/directory/limits';
import { createAcknowledgements } from '@ledgate/projections/directory/tills/acknowledgements';
import { watchVerification } from '@ledgate/projections/directory/verifications/verifications';
import type { Progress } from '@ledgate/projections/runner/progress';
import { createTestChannel } from '@ledgate/relay/channels/test-channel';
import { askUpstream } from '@ledgate/relay/upstream/ask-upstream';
import type { Upstreams } from '@ledgate/relay/upstream/upstreams';
import type { Router } from 'express';
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import { passwords } from '../../adapters/passwords/argon2.ts';
import { exportDirOf } from '../../server/config/environment-schema.ts';
import { systemClock } from './clock.ts';
import { APPENDED_STEPS } from './command-steps.ts';
import type { Directory } from './directory.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';
import { untilOver } from './until-over.ts';
import { VERSION } from './version.ts';
import { consoleRefusals, paymentCallbacks, watchChannelRuns, watchConsole } from './watched-parts.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

type ApiParts = Pick<
  Foundation,
  'environment' | 'processId' | 'election' | 'pool' | 'store' | 'faults' | 'log' | 'onError' | 'telemetry'
> &
  Directory & {
    readonly progress: Progress;
    /** Channels are tested by this process itself, whether it is a relay or not. */
    readonly upstreams: Upstreams;
    readonly startedAtMs: number;
    readonly callers: ProvedCallers;
  };

/**
 * The console's calls, and tests of all channels again and again, in one process of those that have this part. Ends when every claim that an earlier process
 * left is credited, or after 30 s.
 */
export async function startApi(
  {
    environment,
    processId,
    election,
    pool,
    directoryKeys,
    store: ledger,
    faults,
    progress,
    view,
    recalls,
    notifications,
    upstreams,
    log,
    onError,
    telemetry,
    startedAtMs,
    callers,
  }: ApiParts,
  lifeline: Lifeline,
): Promise<Router> {
  const store = withFaultPoints(ledger, faults, APPENDED_STEPS);
  const claims = createClaimsWorker({ db: pool, store, readModels: progress, clock: systemClock, log });
  lifeline.add('claims at the start', () => claims.stop());
  if (!(await claims.creditBacklog())) log.warn('claims of earlier processes are still being credited');
  const verification = watchVerification({ pool, notifications, onError });
  lifeline.add('watch on verifications', () => verification.stop());
  const { acknowledged } = createAcknowledgements({ pool, notifications, local: view.local });
  const bodies = new BodyRoom({ log, nowMs: () => systemClock.nowMs(), refused: consoleRefusals(telemetry) });
  watchConsole({ telemetry }, bodies);
  const channelRuns = createChannelRuns({ db: pool, log, holder: processId });
  lifeline.add('runs over all channels', () => channelRuns.stop());
  const ports: ApiPorts = {
    db: pool,
    directoryKeys,
    store,
    faults,
    recalls,
    readModels: progress,
    view,
    passwords,
    mailer: createSmtpMailer(() => view.options),
    clock: systemClock,
    log,
    testChannel: createTestChannel({ upstreams, view, clock: systemClock }),
    askUpstream,
    channelRuns,
    acknowledged: async (version) => {
      await acknowledged(version, ACKNOWLEDGE_TIMEOUT_MS);
    },
    bodies,
    calledBack: paymentCallbacks(telemetry),
    verification: () => verification.last(),
    settings: {
      version: VERSION,
      startedAtMs,
      mailCodeSeconds: environment.MAIL_CODE_SECONDS,
      exportDir: exportDirOf(environment),
      channelTestPauseMs: environment.POLLING_INTERVAL * SECOND_MS,
      outside: {
        github: environment.GITHUB_OAUTH_BASE_URL,
        githubApi: environment.GITHUB_API_BASE_URL,
        linuxdo: environment.LINUXDO_BASE_URL,
        turnstile: environment.TURNSTILE_BASE_URL,
      },
    },
  };
  const everyMs = environment.CHANNEL_TEST_FREQUENCY * MINUTE_MS * environment.TIME_SCALE;
  watchChannelRuns({ telemetry, pool }, everyMs);
  if (everyMs > 0)
    lifeline.add(
      'leadership of channel tests',
      election.campaign('channel-tests', async ({ leadership, fence, signal }) => {
        const worker = createChannelTestsWorker(ports, { everyMs });
        worker.start();
        log.info({ leadership, fence }, 'this process was elected');
        await untilOver(signal);
        await worker.stop();
      }),
    );
  return createApiRouter(ports, callers);
}
