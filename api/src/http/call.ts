import type { UserRow } from '@ledgate/projections/directory/rows';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { Level } from '../contract/access.ts';
import type { BodyOf, ParamsOf, QueryOf, RouteMap, RouteSpec } from '../contract/route.ts';
import type { Language } from '@ledgate/domain/catalogue/language';
import type { Answer } from './answer.ts';
import type { Problem } from './problem.ts';

/** The session or access token behind a call; a call by access token has no session. */
export interface CallSession {
  /** undefined without a session. */
  readonly token: string | undefined;
  /** Notes what this call has written to a stream: the session's next read waits for it. An undefined position is passed over. */
  wrote(stream: string, position: Position | undefined): void;
  /**
   * Waits now, for an answer that shows what the call itself has written. Answers whether the read models have it: a figure of theirs that this
   * session's writes may have changed is told only then, or under the header that says that the data is behind.
   */
  caughtUp(): Promise<boolean>;
  /** Waits, a while, for the read models to hold everything up to `head`. Answers whether they do. */
  reachedHead(head: Position): Promise<boolean>;
  /** The answer's figures are behind what stood in the ledger when the call came: its header says so. */
  readBehind(): void;
  /** Notes numbers as they are shown to this session, by object: `user-7`, `token-3`. */
  shown(numbers: ReadonlyMap<string, number>): Promise<void>;
  /** The number last shown to this session for an object; undefined when none was. */
  lastShown(object: string): Promise<number | undefined>;
}

type CallerOf<L extends Level> = L extends 'public' ? undefined : L extends 'try_user' ? UserRow | undefined : UserRow;

/** One call as its handler sees it: parsed, its caller known and allowed. */
export type Call<Spec extends RouteSpec> = {
  readonly params: ParamsOf<Spec>;
  readonly query: QueryOf<Spec>;
  readonly body: BodyOf<Spec>;
  readonly caller: CallerOf<Spec['level']>;
  readonly session: CallSession;
  readonly language: Language;
  readonly requestId: string;
  /** Unix milliseconds of its arrival. */
  readonly nowMs: number;
  /** Of the caller, as the proxies that are believed tell it. */
  readonly address: string;
  /** What the caller's program calls itself (`User-Agent`); '' where it does not. */
  readonly agent: string;
  /** Of a route that `decides` (docs/behaviour.md#demo): what would change something is to be refused. */
  readonly refusedInDemo: Problem | undefined;
  /** Of a route that `looksAtVisitor`: why who shows a session or an access token would be refused in a call of users. */
  readonly refusedAsUser: Problem | undefined;
  /** From here on it is the session of this call. */
  readonly setCookie: (token: string) => void;
  readonly clearCookie: () => void;
};

export type Handler<Spec extends RouteSpec> = (call: Call<Spec>) => Promise<Answer<Spec>>;
export type Handlers<Routes extends RouteMap> = { readonly [Name in keyof Routes]: Handler<Routes[Name]> };

/** What every call has, whatever its route: for helpers that several handlers share. */
export type AnyCall = Pick<Call<RouteSpec>, 'session' | 'language' | 'requestId' | 'nowMs' | 'address' | 'agent'>;
/** A call whose caller is known. */
export type SignedCall = AnyCall & { readonly caller: UserRow };
