import type { ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import { charges } from './charges/charges.ts';
import { credits } from './credits/credits.ts';
import { focus } from './focus/focus.ts';
import type { Layout } from './layout.ts';

/** How each layout is made. */
export const LAYOUTS: Readonly<Partial<Record<ExportLayout, Layout>>> = { charges, credits, focus };
