import { createHash } from 'node:crypto';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { accessTokenIn, sessionIdIn } from '@ledgate/projections/directory/sessions/shown-caller';
import type { Database } from '@ledgate/projections/shared/database';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { Request } from 'express';
import { directorySessions } from '../session/directory-sessions.ts';
import { hasBody } from './body-guard.ts';
import type { Sessions, SignedIn } from './sessions.ts';

/** What was found of who sends a call. `byToken`: of its access token, which is looked at only where there is no session. */
export type Proof = {
  readonly session: SignedIn | undefined;
  readonly byToken: UserRow | 'nobody' | undefined;
};

/** Who sends a call: for whoever counts calls by person, before anything of the call itself is looked at. */
export interface Callers {
  /** Names what the call shows, a session or an access token; undefined where it shows neither. No secret can be read from it. */
  shownBy(request: Request): string | undefined;
  /** The id of whom that proves at this moment; undefined: nobody. Rejects when the directory cannot be read. */
  provedBy(request: Request): Promise<number | undefined>;
}

/** The same for the calls themselves. */
export class ProvedCallers implements Callers {
  readonly sessions: Sessions;
  /** Of calls without a body: nothing comes between here and their handlers. */
  readonly #proved = new WeakMap<Request, Proof>();

  constructor(sessions: Sessions) {
    this.sessions = sessions;
  }

  shownBy({ headers }: Request): string | undefined {
    const shown = sessionIdIn(headers.cookie) ?? accessTokenIn(headers.authorization);
    return shown === undefined ? undefined : createHash('sha256').update(shown).digest('base64url');
  }

  async provedBy(request: Request): Promise<number | undefined> {
    const proof = await this.#look(request);
    if (!hasBody(request)) this.#proved.set(request, proof);
    if (proof.session !== undefined) return proof.session.user.id;
    return proof.byToken === 'nobody' ? undefined : proof.byToken?.id;
  }

  /** A body may take minutes to come: who sends one is asked for again when it has. */
  async proofOf(request: Request): Promise<Proof> {
    return this.#proved.get(request) ?? this.#look(request);
  }

  async #look(request: Request): Promise<Proof> {
    const { cookie, authorization } = request.headers;
    const token = sessionIdIn(cookie);
    const from = { address: addressOf(request), agent: agentOf(request) };
    const session = token === undefined ? undefined : await this.sessions.find(token, from);
    const accessToken = session === undefined ? accessTokenIn(authorization) : undefined;
    return {
      session,
      byToken: accessToken === undefined ? undefined : ((await this.sessions.byAccessToken(accessToken)) ?? 'nobody'),
    };
  }
}

export const provedCallers = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): ProvedCallers =>
  new ProvedCallers(directorySessions(db, () => clock.nowMs()));

const IPV4_IN_IPV6 = '::ffff:';

/** As the proxies that are believed tell it. */
export function addressOf(request: Request): string {
  const [address = ''] = (request.ip ?? '').split('%');
  return address.startsWith(IPV4_IN_IPV6) && address.includes('.') ? address.slice(IPV4_IN_IPV6.length) : address;
}

export const agentOf = ({ headers }: Request): string => headers['user-agent'] ?? '';
