import { describe, expect, it } from '@jest/globals';
import { type DockerEngine, engineAddress, whichServer } from './which-server.ts';

const ANSWERS: DockerEngine = { answers: true };
const ABSENT: DockerEngine = { answers: false, reason: 'there is no Docker' };
const URL = 'esdb://127.0.0.1:2113?tls=false';

describe('the real EventStoreDB of a test run', () => {
  it.each([
    ['the server that EVENTSTORE_TEST_URL names', { EVENTSTORE_TEST_URL: URL }, ABSENT, { kind: 'url', url: URL }],
    ['that server also where there is Docker', { EVENTSTORE_TEST_URL: URL }, ANSWERS, { kind: 'url', url: URL }],
    ['a container where Docker answers', {}, ANSWERS, { kind: 'container' }],
    ['a container where the variable is empty', { EVENTSTORE_TEST_URL: '' }, ANSWERS, { kind: 'container' }],
    [
      'none, with both reasons',
      {},
      ABSENT,
      { kind: 'none', reason: 'EVENTSTORE_TEST_URL names no server, and there is no Docker' },
    ],
  ])('is %s', (_what, environment, engine, expected) => {
    expect(whichServer(environment, engine)).toEqual(expected);
  });
});

describe('the Docker engine', () => {
  it.each([
    ['the usual socket', {}, true, { socketPath: '/var/run/docker.sock' }],
    ['the usual socket where DOCKER_HOST is empty', { DOCKER_HOST: '' }, true, { socketPath: '/var/run/docker.sock' }],
    ['nowhere', {}, false, { reason: 'there is no Docker' }],
    [
      'the socket of DOCKER_HOST',
      { DOCKER_HOST: 'unix:///run/user/1000/docker.sock' },
      true,
      { socketPath: '/run/user/1000/docker.sock' },
    ],
    ['the address of DOCKER_HOST', { DOCKER_HOST: 'tcp://docker:2375' }, false, { host: 'docker', port: '2375' }],
    [
      'not asked over ssh',
      { DOCKER_HOST: 'ssh://me@docker' },
      true,
      { reason: 'DOCKER_HOST is neither unix:// nor tcp://HOST:PORT' },
    ],
  ])('is %s', (_what, environment, hasSocket, expected) => {
    expect(engineAddress(environment, hasSocket)).toEqual(expected);
  });
});
