import type { StoreCredentials } from './store-client.ts';
import { GOSSIP_TIMEOUT_S } from './limits.ts';

/** Where the product is sent, and who it is there. */
export type Connection = { readonly url: string; readonly credentials: StoreCredentials | undefined };

/**
 * The address as the client of EventStoreDB gets it. Without credentials, which become `credentials` unless there are some: the client would send those
 * of its URL on the shared call, where deadlines do not hold. And with a time-out for a host that hangs, unless the operator has set one: the client's own is
 * longer than an attempt at an append. Throws where user name or password are not percent-encoded, without quoting them.
 */
export function connectionOf(given: string, credentials: StoreCredentials | undefined): Connection {
  const match = /^(?<scheme>[a-z+]+:\/\/)(?<username>[^:@/]+):(?<password>[^@/]*)@(?<rest>.*)$/u.exec(given);
  if (match?.groups === undefined) return { url: withGossipTimeout(given), credentials };
  const { scheme = '', username = '', password = '', rest = '' } = match.groups;
  return {
    url: withGossipTimeout(scheme + rest),
    credentials: credentials ?? { username: decoded(username, 'user name'), password: decoded(password, 'password') },
  };
}

function decoded(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    const advice = 'two hexadecimal digits, as in UTF-8, must follow; a % itself is written %25';
    throw new Error(`the ${part} in it has a % that encodes nothing: ${advice}`, { cause });
  }
}

/** The client takes names of options in any case, with `_` and `-` or without. */
function withGossipTimeout(url: string): string {
  const [, options] = url.split('?', 2);
  const names = (options ?? '').split('&').map((option) => (option.split('=')[0] ?? '').toLowerCase());
  if (names.some((name) => name.replace(/[_-]/gu, '') === 'gossiptimeout')) return url;
  return `${url}${options === undefined ? '?' : '&'}gossipTimeout=${GOSSIP_TIMEOUT_S}`;
}
