// Makes the account by which the product signs in to EventStoreDB, once: the server has no other way to get one than its HTTP API. Exits with 0 when the
// account is there and lets in with its password. Variables: those of the product by the same names (docs/operations.md).
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
// A cluster makes its administrator half a second after its first election, and nobody is let in before.
const NEW_SERVER_MS = 10_000;
const AGAIN_EVERY_MS = 250;
const CREATED = 201;
const OK = 200;
const DENIED = 401;
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
  const made = await lateAdministrator(() => call(server, 'POST', '/users/', administrator, account));
  // An account that is there is answered by a conflict; whether it is ours the next call tells.
  if (made !== CREATED && made !== OK && made !== CONFLICT)
    throw new Error(
      `POST /users/ was answered ${made}${made === DENIED ? ': EVENTSTORE_ADMIN_PASSWORD is wrong' : ''}`,
    );
  // By its name only administrators may ask for an account.
  const seen = await call(server, 'GET', '/users/$current', user);
  if (seen === DENIED) throw new Error(`the account ${user.name} has another password than EVENTSTORE_PASSWORD`);
  process.stdout.write(`the account ${user.name} ${made === CONFLICT ? 'was there already' : 'is made'}\n`);
}

/** Asks again, for some seconds, while the administrator is not let in: his password may be right, and the server new. */
async function lateAdministrator(ask) {
  const until = performance.now() + NEW_SERVER_MS;
  let status = await ask();
  while (status === DENIED && performance.now() < until) {
    await pause(AGAIN_EVERY_MS);
    status = await ask();
  }
  return status;
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
