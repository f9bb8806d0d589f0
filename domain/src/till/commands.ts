import type { RequestId, TillId } from '../shared/ids.ts';

/** Option InterruptedPolicy: what a request whose end nobody saw is charged (docs/ledger.md#fences). */
export const INTERRUPTED_POLICIES = ['prompt', 'nothing', 'reservation'] as const;
export type InterruptedPolicy = (typeof INTERRUPTED_POLICIES)[number];

/** The commands of a till's life; its charges are appended by its relay, which alone knows them. */
export type TillCommand =
  | { readonly type: 'OpenTill'; readonly tillId: TillId; readonly relayId: string; readonly nowMs: number }
  /** By the till's own relay when nothing runs under it. */
  | { readonly type: 'CloseTill' }
  | { readonly type: 'FenceTill'; readonly by: string; readonly reason: string }
  /** By a worker, for one request that the fence cut off. */
  | {
      readonly type: 'EndInterrupted';
      readonly requestId: RequestId;
      readonly policy: InterruptedPolicy;
      readonly nowMs: number;
    };
