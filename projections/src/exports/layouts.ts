import type { ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import { statements } from './accounts/statements.ts';
import { trialBalance } from './accounts/trial-balance.ts';
import { charges } from './charges/charges.ts';
import { events } from './events/events.ts';
import { journal } from './journal/journal.ts';
import type { Layout } from './layout.ts';

/** How each layout is made. */
export const LAYOUTS: Readonly<Partial<Record<ExportLayout, Layout>>> = {
  charges,
  journal,
  statements,
  trial_balance: trialBalance,
  events,
};
