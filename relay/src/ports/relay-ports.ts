import type { Clock } from '@ledgate/domain/ports/clock';
import type { Log } from '@ledgate/domain/ports/log';
import type { OutboundCalls } from '@ledgate/domain/ports/outbound-calls';
import type { KeptAnswers } from '@ledgate/projections/directory/kept-answers';
import type { RefusedCalls } from '@ledgate/projections/directory/refused-calls';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import type { SessionUsers } from '@ledgate/projections/directory/session-users';
import type { TokenQuotas } from '@ledgate/projections/queries/token-quotas';
import type { RequestHandler } from 'express';
import type { CallLimiter } from '../call-limits/call-limiter.ts';
import type { Cashier } from '../cashier/cashier.ts';
import type { BodyMemory } from '../http/body-memory.ts';
import type { Providers } from '../providers/registry.ts';
import type { PictureFetcher } from '../upstream/picture-fetcher.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { TokenCounter } from '../usage/token-counter.ts';
import type { RelayTelemetry } from '../telemetry/relay-telemetry.ts';

/** Everything the relay's routes need from outside. */
export type RelayPorts = {
  readonly view: RelayView;
  readonly sessions: SessionUsers;
  readonly cashier: Cashier;
  readonly clock: Clock;
  readonly log: Log;
  readonly upstreams: Upstreams;
  readonly pictures: PictureFetcher;
  readonly counter: TokenCounter;
  readonly providers: Providers;
  readonly refused: RefusedCalls;
  /** What tokens and users have used. */
  readonly quotas: TokenQuotas;
  readonly callLimits: CallLimiter;
  /** Without it the header Idempotency-Key says nothing. */
  readonly kept?: KeptAnswers;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Of a request, as sent and as decoded; limits.ts has the default. */
  readonly bodyBytesMax: number;
  /** What the bodies of all running requests take; shared by all routes. */
  readonly bodies: BodyMemory;
  readonly telemetry: RelayTelemetry;
};

/**
 * Without telemetry nothing is told, and refused calls are not counted; bodies have the limits of limits.ts, and providers are the product's, unless
 * others are given.
 */
export type RelayRouterOptions = Omit<RelayPorts, 'telemetry' | 'bodies' | 'providers' | 'refused' | 'pictures'> &
  Partial<Pick<RelayPorts, 'telemetry' | 'bodies' | 'providers' | 'refused'>> & {
    readonly outbound: OutboundCalls;
    /** Limits those routes whose calls count as the console's do; left out, nothing does. */
    readonly limit?: RequestHandler;
  };
