/** Beside the protocol double, on which the suite runs always. */
type WhichServer =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'container' }
  | { readonly kind: 'none'; readonly reason: string };

/** `answers`, or why no container can be started. */
export type DockerEngine = { readonly answers: true } | { readonly answers: false; readonly reason: string };

/**
 * The real EventStoreDB that a test run uses: the server of EVENTSTORE_TEST_URL, else one in a container where a Docker engine answers. An empty variable
 * counts as not set.
 */
export function whichServer(
  environment: Readonly<Record<string, string | undefined>>,
  engine: DockerEngine,
): WhichServer {
  const url = environment['EVENTSTORE_TEST_URL'];
  if (url !== undefined && url !== '') return { kind: 'url', url };
  return engine.answers
    ? { kind: 'container' }
    : { kind: 'none', reason: `EVENTSTORE_TEST_URL names no server, and ${engine.reason}` };
}

/** Where a Docker engine listens, as `http.request` takes it. */
type EngineAddress = { readonly socketPath: string } | { readonly host: string; readonly port: string };

export const DOCKER_SOCKET = '/var/run/docker.sock';

/** `hasSocket`: DOCKER_SOCKET is there. DOCKER_HOST goes before it; over ssh nobody is asked. Answers a reason where no engine can be. */
export function engineAddress(
  environment: Readonly<Record<string, string | undefined>>,
  hasSocket: boolean,
): EngineAddress | { readonly reason: string } {
  const given = environment['DOCKER_HOST'];
  if (given === undefined || given === '')
    return hasSocket ? { socketPath: DOCKER_SOCKET } : { reason: 'there is no Docker' };
  if (given.startsWith('unix://')) return { socketPath: given.slice('unix://'.length) };
  const [, host, port] = /^tcp:\/\/([^:/]+):(\d+)\/?$/u.exec(given) ?? [];
  return host === undefined || port === undefined
    ? { reason: 'DOCKER_HOST is neither unix:// nor tcp://HOST:PORT' }
    : { host, port };
}
