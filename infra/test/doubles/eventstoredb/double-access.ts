import type { Metadata } from '@grpc/grpc-js';
import type { AccessList, Right, Settings } from '../../../src/adapters/event-store/eventstoredb/access-lists.ts';
import type { DoubleLog } from './double-log.ts';

export type DoubleUsers = Readonly<Record<string, { readonly password: string; readonly isAdmin: boolean }>>;
export type Caller = { readonly name: string; readonly isAdmin: boolean };

/**
 * Who may do what: by the list of the stream itself in its metadata, else by the default in the `$settings` stream, else everybody on user streams and only
 * administrators on the server's own. As a real server without TLS, the double without users lets everybody do everything.
 */
export class DoubleAccess {
  readonly #log: DoubleLog;
  readonly #users: DoubleUsers | undefined;

  constructor(log: DoubleLog, users?: DoubleUsers) {
    this.#log = log;
    this.#users = users;
  }

  /** Undefined: unknown user or wrong password. */
  callerOf(metadata: Metadata): Caller | undefined {
    const [authorization] = metadata.get('authorization');
    if (authorization === undefined || this.#users === undefined) return { name: '', isAdmin: false };
    const [name = '', ...password] = Buffer.from(String(authorization).replace(/^Basic /u, ''), 'base64')
      .toString('utf8')
      .split(':');
    const user = this.#users[name];
    return user !== undefined && user.password === password.join(':') ? { name, isAdmin: user.isAdmin } : undefined;
  }

  /** Metadata of a stream stands in the stream `$$` + its name. */
  mayRead(caller: Caller, stream: string): boolean {
    return stream.startsWith('$$') ? this.#may(caller, stream.slice(2), '$mr') : this.#may(caller, stream, '$r');
  }

  mayWrite(caller: Caller, stream: string): boolean {
    return stream.startsWith('$$') ? this.#may(caller, stream.slice(2), '$mw') : this.#may(caller, stream, '$w');
  }

  mayDelete(caller: Caller, stream: string): boolean {
    return this.#may(caller, stream, '$d');
  }

  #may(caller: Caller, stream: string, right: Right): boolean {
    if (caller.isAdmin || this.#users === undefined) return true;
    const isSystem = stream.startsWith('$');
    const own = this.#last<{ readonly $acl?: AccessList }>(`$$${stream}`)?.$acl;
    const settings = this.#last<Settings>('$settings');
    const byDefault = (isSystem ? settings?.$systemStreamAcl : settings?.$userStreamAcl)?.[right];
    const allowed = own?.[right] ?? byDefault ?? (isSystem ? '$admins' : '$all');
    const roles = typeof allowed === 'string' ? [allowed] : allowed;
    return roles.includes('$all') || (caller.name !== '' && roles.includes(caller.name));
  }

  #last<Content>(stream: string): Content | undefined {
    const written = this.#log.stream(stream)?.at(-1);
    return written === undefined ? undefined : (JSON.parse(written.data.toString('utf8')) as Content);
  }
}
