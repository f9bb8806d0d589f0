import type { Metadata } from '@grpc/grpc-js';
import type { DoubleLog } from './double-log.ts';

export type DoubleUsers = Readonly<Record<string, { readonly password: string; readonly isAdmin: boolean }>>;
export type Caller = { readonly name: string; readonly isAdmin: boolean };
type Right = '$r' | '$w' | '$d' | '$mr' | '$mw';
type Settings = {
  readonly [Acl in '$userStreamAcl' | '$systemStreamAcl']?: { readonly [R in Right]?: string | readonly string[] };
};

/**
 * Who may do what, by the default access control in the `$settings` stream. A real server without TLS lets everybody do everything. The double
 * then takes everybody for the user whom `$settings` names, who may also write `$settings`: so the product meets what its own credentials would
 * meet on a server that checks them.
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

  mayRead(caller: Caller, stream: string): boolean {
    return this.#may(caller, stream, '$r');
  }

  /** Metadata of a stream is written to the stream `$$` + its name. */
  mayWrite(caller: Caller, stream: string): boolean {
    if (this.#users === undefined && stream === '$settings') return true;
    return stream.startsWith('$$') ? this.#may(caller, stream.slice(2), '$mw') : this.#may(caller, stream, '$w');
  }

  mayDelete(caller: Caller, stream: string): boolean {
    return this.#may(caller, stream, '$d');
  }

  #may(caller: Caller, stream: string, right: Right): boolean {
    if (caller.isAdmin) return true;
    const isSystem = stream.startsWith('$');
    const written = this.#log.stream('$settings')?.at(-1);
    const settings = written === undefined ? {} : (JSON.parse(written.data.toString('utf8')) as Settings);
    const withoutSettings = isSystem && this.#users !== undefined ? '$admins' : '$all';
    const allowed = (isSystem ? settings.$systemStreamAcl : settings.$userStreamAcl)?.[right] ?? withoutSettings;
    const roles = typeof allowed === 'string' ? [allowed] : allowed;
    if (this.#users === undefined) return roles.some((role) => role !== '$admins');
    return roles.includes('$all') || (caller.name !== '' && roles.includes(caller.name));
  }
}
