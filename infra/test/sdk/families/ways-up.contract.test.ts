import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { FakeProxy } from '@ledgate/relay/testing/network/fake-proxy';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { FakeSocks } from '@ledgate/relay/testing/network/fake-socks';
import { type Answer, RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import { TEST_CERTIFICATE, TEST_KEY } from '../../doubles/eventstoredb/test-certificate.ts';
import { TOKENS } from './family.ts';
import { type FamilyDouble, openFamilies, type Stop } from './family-doubles.ts';

/** Long enough for an answer on a busy machine, and short for a test that waits for it. */
const PATIENCE_MS = 400;
const ENDED_WITHIN_MS = 8_000;

let relay: RelayFixture;
let families: readonly FamilyDouble[];
let silent: Server;
const callers = new Set<Socket>();
beforeEach(async () => {
  relay = await RelayFixture.open({ upstreams: { connectMs: PATIENCE_MS, keyMs: PATIENCE_MS } });
  families = await openFamilies();
  silent = createServer((socket) => callers.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(async () => {
  await closeSettled(relay);
  await Promise.all(families.map((family) => family.close()));
  for (const caller of callers) caller.destroy();
  silent.close();
});

const open = (setting: Readonly<Record<string, unknown>> = {}, url?: string): void => {
  relay.view.channels = families.map((family, index) =>
    channelView({ id: 10 + index, type: family.type, models: [family.model], setting, ...family.channel(url) }),
  );
};

type Outcomes = Readonly<Record<string, unknown>>;

/** What each family's caller hears, all at once; every call must end in time. */
async function outcomes(outcome: (answer: Answer) => unknown, stream = false, among = families): Promise<Outcomes> {
  const startedAt = performance.now();
  const heard = await Promise.all(
    among.map(async ({ name, model }) => [name, outcome(await relay.chat({ model, stream }))] as const),
  );
  expect(performance.now() - startedAt).toBeLessThan(ENDED_WITHIN_MS);
  return Object.fromEntries(heard);
}

const allAre = (outcome: unknown, among = families): Outcomes =>
  Object.fromEntries(among.map(({ name }) => [name, outcome]));

const refusalOf = ({ status, text }: Answer): string =>
  `${status} ${(JSON.parse(text) as { error?: { code?: string } }).error?.code}`;
const contentOf = ({ text }: Answer): unknown =>
  (JSON.parse(text) as { choices?: readonly { readonly message: { readonly content: string } }[] }).choices?.[0]
    ?.message.content;

const stopAll = (stop: Stop): void => families.forEach((family) => Object.assign(family, { stop }));

describe("a channel's key", () => {
  /** Parts of 12 characters or more that let somebody in; of a service account its private key. */
  const secretsOf = ({ key }: { readonly key: string }): readonly string[] => {
    if (!key.startsWith('{')) return key.split(/[|.]/).filter((part) => part.length >= 12);
    const { private_key: pem } = JSON.parse(key) as { readonly private_key: string };
    return pem.split('\n').filter((line) => line.length >= 12 && !line.startsWith('-----'));
  };

  it.each([false, true])(
    'is in no error of any family that quotes it, nor in what is noted of it; streamed: %s',
    async (stream) => {
      open();
      for (const [index, family] of families.entries()) {
        const channel = relay.view.channels[index];
        const secrets = channel === undefined ? [] : secretsOf(channel);
        expect(secrets.length).toBeGreaterThan(0);
        family.quote = `${channel?.key} ${secrets.map((secret) => `${secret} ${secret.slice(-12)}`).join(' ')}`;
      }
      const heard = await outcomes(({ status, text }) => {
        const all = text + JSON.stringify(relay.cashier.failures);
        const secrets = [...relay.view.channels.flatMap(secretsOf), ...families.flatMap(({ letIn }) => letIn)];
        return [status, text.includes('bad key'), secrets.filter((secret) => all.includes(secret.slice(-12)))];
      }, stream);
      expect(heard).toEqual(allAre([400, true, []]));
      const inPlace = families.filter(({ name }) => ['vertex', 'baidu', 'zhipu'].includes(name));
      expect(inPlace.map(({ letIn }) => letIn.length)).toEqual([1, 1, 1]);
    },
  );
});

describe('every family is given up', () => {
  beforeEach(() => relay.view.setOptions({ UpstreamTimeoutSeconds: PATIENCE_MS / 1_000, HangUpReadSeconds: 0 }));

  it('where no connection can be made, for free', async () => {
    open({}, `https://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(await outcomes(refusalOf)).toEqual(allAre('500 do_request_failed'));
    expect(relay.cashier.charges).toEqual([]);
  });

  it('where a proxy takes the connection and opens no way, for free', async () => {
    const { port } = silent.address() as AddressInfo;
    for (const proxy of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`, `socks5://127.0.0.1:${port}`]) {
      open({ proxy });
      expect(await outcomes(refusalOf)).toEqual(allAre('500 do_request_failed'));
    }
    expect([families.map(({ asked }) => asked), relay.cashier.charges]).toEqual([families.map(() => 0), []]);
  });

  it.each([false, true])('where the first byte does not come, for free; streamed: %s', async (stream) => {
    open();
    stopAll('head');
    expect(await outcomes(refusalOf, stream)).toEqual(allAre('504 upstream_timeout'));
    expect(relay.cashier.charges).toEqual([]);
  });

  it('where a short-lived key does not come, for free', async () => {
    open();
    stopAll('key');
    const keyed = families.filter(({ hasKeys }) => hasKeys);
    expect(keyed.map(({ name }) => name)).toEqual(['vertex', 'baidu']);
    expect(await outcomes(refusalOf, false, keyed)).toEqual(allAre('500 do_request_failed', keyed));
    expect([keyed.map(({ asked }) => asked), relay.cashier.charges]).toEqual([[1, 1], []]);
  });

  it('where a whole answer stops in its middle, for free', async () => {
    open();
    stopAll('middle');
    const heard = await outcomes(({ status }) => status >= 500);
    expect(heard).toEqual(allAre(true));
    expect(relay.cashier.charges).toEqual([]);
  });

  it('where a stream stops in its middle, with an error, no end, and what came to pay', async () => {
    open();
    stopAll('middle');
    const heard = await outcomes(
      ({ status, text, whole }) => [status, text.includes('"error"'), text.includes('[DONE]'), whole],
      true,
    );
    expect(heard).toEqual(allAre([200, true, false, false]));
    await relay.settled();
    expect(relay.cashier.charges).toHaveLength(families.length);
  });
});

describe('who leaves a stream of any family', () => {
  /** All of them, at the first word. */
  async function leave(): Promise<void> {
    open();
    stopAll('middle');
    await Promise.all(
      families.map(({ model }) =>
        relay.chat({ model, stream: true }, { onText: (text, hangUp) => void (text.includes('I ') && hangUp()) }),
      ),
    );
  }

  it('pays by the usage that is read on', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 9 });
    await leave();
    for (const family of families) family.goOn();
    await relay.settled();
    expect(relay.cashier.charges.map(({ usage }) => usage)).toEqual(
      families.map(() => expect.objectContaining({ source: 'provider', ...TOKENS })),
    );
  });

  it.each([0, 1])('else for what was produced, and the upstream ends after %d s', async (seconds) => {
    relay.view.setOptions({ HangUpReadSeconds: seconds });
    await leave();
    await relay.settled();
    await relay.until(() => families.every(({ held }) => held === 0));
    expect(relay.cashier.charges).toHaveLength(families.length);
    expect(relay.cashier.charges.filter(({ amount, usage }) => amount < 1 || usage.completion < 1)).toEqual([]);
  });
});

/** What operators do for a proxy with a certificate of their own by NODE_EXTRA_CA_CERTS, which is read when a process starts. */
function trustTestCertificate() {
  const { connect } = tls;
  const trusting = (options: tls.ConnectionOptions): tls.TLSSocket => connect({ ...options, ca: TEST_CERTIFICATE });
  return jest.spyOn(tls, 'connect').mockImplementation(trusting as typeof tls.connect);
}

const LOGIN = 'me:secret';
const BASIC = `Basic ${Buffer.from(LOGIN).toString('base64')}`;
/** Of vertex and baidu, whose keys are asked for on connections of their own. */
const KEY_CONNECTIONS = 2;

describe('every family is asked through a proxy, and for its keys too', () => {
  it.each(['http', 'https'] as const)('%s, with its login', async (scheme) => {
    const trusting = scheme === 'https' ? trustTestCertificate() : undefined;
    const proxy = await FakeProxy.open(scheme === 'https' ? { key: TEST_KEY, cert: TEST_CERTIFICATE } : undefined);
    try {
      open({ proxy: proxy.url(`${LOGIN}@`) });
      expect(await outcomes(contentOf)).toEqual(allAre('I look.'));
      expect(proxy.tunnels).toEqual(Array.from({ length: families.length + KEY_CONNECTIONS }, () => BASIC));
    } finally {
      proxy.close();
      trusting?.mockRestore();
    }
  });

  it('socks5, with its login', async () => {
    const socks = await FakeSocks.open();
    open({ proxy: `socks5://${LOGIN}@127.0.0.1:${socks.port}` });
    expect(await outcomes(contentOf)).toEqual(allAre('I look.'));
    expect(socks.logins).toEqual(Array.from({ length: families.length + KEY_CONNECTIONS }, () => LOGIN));
    socks.close();
  });

  it('and never without one that is dead', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    for (const scheme of ['http', 'https', 'socks5']) {
      open({ proxy: `${scheme}://${LOGIN}@127.0.0.1:${port}` });
      expect(await outcomes(refusalOf)).toEqual(allAre('500 do_request_failed'));
    }
    expect(families.map(({ asked }) => asked)).toEqual(families.map(() => 0));
  });
});
