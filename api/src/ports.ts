import type { ChannelEvent } from '@ledgate/domain/channel/events';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Faults } from '@ledgate/domain/ports/faults';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { Log } from '@ledgate/domain/ports/log';
import type { Database } from '@ledgate/projections/shared/database';
import type { DirectoryKeys } from '@ledgate/projections/directory/keys/directory-keys';
import type { ChannelView, RelayView } from '@ledgate/projections/directory/relay-view';
import type { StoredVerification } from '@ledgate/projections/directory/verifications/verifications';
import type { Progress } from '@ledgate/projections/runner/progress';
import type { ChannelRuns } from './channel/channel-runs.ts';
import type { BodyRoom } from './http/body-room.ts';

/** Hashes made and checked elsewhere, off the event loop. */
interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** What came of one short request to a channel's upstream. `disables`: such a failure switches a channel off (docs/behaviour.md#disabled-channels). */
export type ChannelTest = {
  readonly ok: boolean;
  readonly message: string;
  /** Names a failure that the message tells in our own words; '' or left out: they are the provider's. */
  readonly code?: string;
  readonly seconds: number;
  readonly disables?: boolean;
  /** The data of its ChannelTested; undefined or left out where nothing was tried (docs/ledger.md#charges). */
  readonly tried?: ChannelEvent['data'] | undefined;
};

/** Sends the word "hi" to the channel, whatever its status, for the model as it is asked for. Saves nothing and never rejects. */
export type TestChannel = (channel: ChannelView, model: string) => Promise<ChannelTest>;

/**
 * One call to an upstream by the way that its channel's calls take, or to a service that the operator has named; `proxy` is '' for none, `timeoutMs` for
 * the whole answer. `text` is undefined when it is longer than `bytesMax`. No redirect is followed. Rejects when no whole answer comes: the system's code
 * is the error's or its cause's.
 */
export type AskUpstream = (question: {
  readonly url: string;
  /** GET unless there is a body. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxy: string;
  readonly timeoutMs: number;
  readonly bytesMax: number;
}) => Promise<{ readonly status: number; readonly text: string | undefined }>;

/** Plain text to one address. `id`: the same mail has the same Message-ID, whoever sends it how often; without one it has one of its own. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly id?: string };

/** Sends by the operator's mail server. Ends when that has taken the mail; rejects with an Error that says why it has not, without secrets. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** The last verification of the books, as whoever runs them tells; undefined while none has run. */
export type Verification = StoredVerification;

/**
 * What became of a callback of the payment provider. `unsigned`: it is not his; `unpaid`: it says that nothing was paid; `misfit`: it is kept for somebody to
 * look at; `waiting`: it cannot be credited now, and is called again.
 */
export const CALLBACK_OUTCOMES = ['credited', 'unpaid', 'misfit', 'waiting', 'unsigned'] as const;
export type CallbackOutcome = (typeof CALLBACK_OUTCOMES)[number];

export type OutsideAddresses = {
  readonly github: string;
  readonly githubApi: string;
  readonly linuxdo: string;
  readonly turnstile: string;
};

/** Everything the console's interface is made from. */
export type ApiPorts = {
  /** Handed on to projections' functions; nothing here looks inside. */
  readonly db: Database;
  readonly store: EventStore;
  /** Secrets of the directory: keys of channels, API keys, codes. */
  readonly directoryKeys: DirectoryKeys;
  readonly recalls: LeaseRecalls;
  readonly readModels: Progress;
  /** Options, prices, groups and models, kept up to date by directory versions. */
  readonly view: RelayView;
  readonly passwords: Passwords;
  readonly testChannel: TestChannel;
  readonly askUpstream: AskUpstream;
  readonly channelRuns: ChannelRuns;
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** Ends when every live relay, and this process's view, has taken in the version, or after a second (docs/architecture.md#acknowledged-changes). */
  readonly acknowledged: (version: number) => Promise<void>;
  /** What the bodies of running calls hold. */
  readonly bodies: BodyRoom;
  readonly verification: () => Verification | undefined;
  /** Counts them; left out, nobody does. */
  readonly calledBack?: (outcome: CallbackOutcome) => void;
  /** Crash tests end the process in them; left out, there are none. */
  readonly faults?: Faults;
  readonly log: Log;
  readonly settings: {
    readonly version: string;
    readonly startedAtMs: number;
    /** Where the providers of outside accounts and of the bot check are, without a slash at the end. */
    readonly outside: OutsideAddresses;
    /** How long codes and links that were mailed are good, in seconds. */
    readonly mailCodeSeconds: number;
    /** Folder of the files of finance (EXPORT_DIR), which workers write and this process reads. */
    readonly exportDir: string;
    /** Between two channels of a test of all, in milliseconds. */
    readonly channelTestPauseMs: number;
  };
};
