import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { DOCKER_SOCKET, type DockerEngine, engineAddress } from './which-server.ts';

const ANSWERS_WITHIN_MS = 2_000;

/** Whether a Docker engine answers: asked once, and never thrown. */
export function dockerEngine(): Promise<DockerEngine> {
  const address = engineAddress(process.env, existsSync(DOCKER_SOCKET));
  if ('reason' in address) return Promise.resolve({ answers: false, reason: address.reason });
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  return new Promise((resolve) => {
    const asked = request({ ...address, path: '/_ping', signal }, (response) => {
      response.resume();
      resolve(
        response.statusCode === 200
          ? { answers: true }
          : { answers: false, reason: `Docker answers ${response.statusCode}` },
      );
    });
    asked.on('error', () => resolve({ answers: false, reason: 'Docker does not answer' }));
    asked.end();
  });
}
