// Makes the account by which the product signs in to EventStoreDB, once: the server has no other way to get one than its HTTP API. Exits with 0 when the
// account is there and lets in with its password. Variables: those of the product by the same names (docs/operations.md).
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

const TIMEOUT_MS = 10_000;
const CREATED = 201;
const OK = 200;
const CONFLICT = 409;

main().catch((error) => {
  process.stderr.write(`the account on EventStoreDB was not made: ${error.message}\n`);
  process.exitCode = 1;
});

async function main() {
  const server = serverOf(given('EVENTSTORE_URL'));
  const administrator = { name: given('EVENTSTORE_ADMIN_USER'), password: given('EVENTSTORE_ADMIN_PASSWORD') };
  const user = { name: given('EVENTSTORE_USER'), password: given('EVENTSTORE_PASSWORD') };
  const account = { loginName: user.name, fullName: 'Ledgate', password: user.password, groups: [] };
  const made = await call(server, 'POST', '/users/', administrator, account);
  // An account that is there is answered by a conflict; whether it is ours the next call tells.
  if (made !== CREATED && made !== OK && made !== CONFLICT)
    throw new Error(`POST /users/ was answered ${made}${made === 401 ? ': EVENTSTORE_ADMIN_PASSWORD is wrong' : ''}`);
  const seen = await call(server, 'GET', `/users/${encodeURIComponent(user.name)}`, user);
  if (seen === 401) throw new Error(`the account ${user.name} has another password than EVENTSTORE_PASSWORD`);
  process.stdout.write(`the account ${user.name} ${made === CONFLICT ? 'was there already' : 'is made'}\n`);
}

/** A variable, or the content of the file that NAME_FILE names. */
function given(name) {
  const path = process.env[`${name}_FILE`];
  const value = process.env[name] || (path ? readFileSync(path, 'utf8').trim() : '');
  if (value === '') throw new Error(`set ${name}${name.endsWith('_PASSWORD') ? ` or ${name}_FILE` : ''}`);
  return value;
}

/** The first host of an address as the client of EventStoreDB takes it. */
function serverOf(text) {
  const found = /^esdb(?:\+discover)?:\/\/(?:[^@/]*@)?([^:/?,]+)(?::(\d+))?/.exec(text);
  if (found === null) throw new Error('EVENTSTORE_URL must begin with esdb://HOST');
  const isPlain = /[?&]tls=false(&|$)/i.test(text);
  const authority = process.env.EVENTSTORE_TLS_CA_FILE;
  return {
    request: isPlain ? plainRequest : tlsRequest,
    host: found[1],
    port: Number(found[2] ?? 2113),
    ...(authority ? { ca: readFileSync(authority) } : {}),
  };
}

/** Answers the status. */
function call({ request, ...server }, method, path, { name, password }, body) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...server,
        method,
        path,
        auth: `${name}:${password}`,
        headers: { 'Content-Type': 'application/json' },
        timeout: TIMEOUT_MS,
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
        answer.once('error', reject);
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)));
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
