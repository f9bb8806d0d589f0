import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { Database } from '@ledgate/projections/directory/database';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import type { Progress } from '@ledgate/projections/runner/progress';

/** Hashes made and checked elsewhere, off the event loop. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** `seconds` it took. `detail` says why it failed, `disables` whether such a failure switches a channel off (contract B.7). */
export type ChannelTest =
  | { readonly ok: true; readonly seconds: number }
  | { readonly ok: false; readonly seconds: number; readonly detail: string; readonly disables: boolean };
export type UpstreamModels = { readonly ok: true; readonly models: readonly string[] } | { readonly ok: false; readonly detail: string };

/** What is asked of providers; the relay's part knows how (contract A.5). */
export interface ChannelProbe {
  /** One request with the word "hi". `model` '' : the channel's test model, else its first, else gpt-3.5-turbo. Saves nothing. Never throws for what an upstream does. */
  test(channel: ChannelRow, model: string): Promise<ChannelTest>;
  /** The upstream's list of models; `baseUrl` '' : the type's own. */
  models(upstream: { readonly type: number; readonly baseUrl: string; readonly key: string }): Promise<UpstreamModels>;
}

/** The last verification of the books, as whoever runs them tells; undefined while none has run. */
export type Verification = { readonly atMs: number; readonly ok: boolean; readonly position: number; readonly differences: readonly string[] };

export interface Logger {
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** Everything the console's interface is made from. */
export type ApiPorts = {
  /** Handed on to projections' functions; nothing here looks inside. */
  readonly db: Database;
  readonly store: EventStore;
  readonly recalls: LeaseRecalls;
  readonly readModels: Progress;
  /** Options, prices, groups and models, kept up to date by directory versions. */
  readonly view: RelayView;
  readonly passwords: Passwords;
  readonly channels: ChannelProbe;
  readonly clock: Clock;
  /** So many random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  /** Ends when every live relay, and this process's view, has taken in the version, or after a second (design section 5). */
  readonly acknowledged: (version: number) => Promise<void>;
  readonly verification: () => Verification | undefined;
  readonly log: Logger;
  readonly settings: { readonly version: string; readonly startedAtMs: number };
};
