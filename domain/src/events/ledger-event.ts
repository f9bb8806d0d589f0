import type { z } from 'zod';
import { type AccountEvent, accountEventSchemas } from '../account/events.ts';
import { type AuditEvent, auditEventSchemas } from '../audit/events.ts';
import { type BooksEvent, booksEventSchemas } from '../books/events.ts';
import { type ChannelEvent, channelEventSchemas } from '../channel/events.ts';
import { type FoundingEvent, foundingEventSchemas } from '../founding/events.ts';
import { type CatalogueEvent, type PriceBookEvent, priceBookEventSchemas } from '../pricebook/events.ts';
import { type RedemptionEvent, redemptionEventSchemas } from '../redemption/events.ts';
import { type TaskEvent, taskEventSchemas } from '../task/events.ts';
import { type TillEvent, tillEventSchemas } from '../till/events.ts';
import { type TopUpEvent, topUpEventSchemas } from '../topup/events.ts';

/** Every event of the ledger: business words in the past tense, never renamed. */
export type LedgerEvent =
  | AccountEvent
  | TillEvent
  | RedemptionEvent
  | TopUpEvent
  | TaskEvent
  | PriceBookEvent
  | CatalogueEvent
  | BooksEvent
  | ChannelEvent
  | AuditEvent
  | FoundingEvent;
export type LedgerEventType = LedgerEvent['type'];

/** What each event's data must look like, for whoever checks a ledger: verify, fixtures, tests. */
export const ledgerEventSchemas: Readonly<Record<LedgerEventType, z.ZodType>> = {
  ...accountEventSchemas,
  ...tillEventSchemas,
  ...redemptionEventSchemas,
  ...topUpEventSchemas,
  ...taskEventSchemas,
  ...priceBookEventSchemas,
  ...booksEventSchemas,
  ...channelEventSchemas,
  ...auditEventSchemas,
  ...foundingEventSchemas,
};
