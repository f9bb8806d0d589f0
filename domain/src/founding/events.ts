import { z } from 'zod';

/** Every event of the stream `ledger` by type. */
export const foundingEventSchemas = {
  /** Which installation's ledger this is (docs/ledger.md#whose-ledger-it-is): its first event for ever, also after a move and a restore. */
  LedgerFounded: z.strictObject({ installationId: z.uuid() }),
} as const;

type FoundingEventType = keyof typeof foundingEventSchemas;
export type FoundingEvent = {
  [Type in FoundingEventType]: { readonly type: Type; readonly data: z.infer<(typeof foundingEventSchemas)[Type]> };
}[FoundingEventType];

export const LEDGER_STREAM = 'ledger';
