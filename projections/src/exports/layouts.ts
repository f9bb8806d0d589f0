import type { ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import { statements } from './accounts/statements.ts';
import { trialBalance } from './accounts/trial-balance.ts';
import { charges } from './charges/charges.ts';
import { credits } from './credits/credits.ts';
import { events } from './events/events.ts';
import { focus } from './focus/focus.ts';
import { journal } from './journal/journal.ts';
import type { Layout } from './layout.ts';
import type { ExportOrder } from './order.ts';
import { isPlainText, plainText } from './plain-text/plain-text.ts';

/** How each layout is made. */
export const LAYOUTS: Readonly<Record<ExportLayout, Layout>> = {
  charges,
  credits,
  journal,
  statements,
  trial_balance: trialBalance,
  focus,
  events,
};

/** How what an order says is made. */
export const layoutOf = (order: Pick<ExportOrder, 'layout' | 'format'>): Layout =>
  isPlainText(order) ? plainText : LAYOUTS[order.layout];
