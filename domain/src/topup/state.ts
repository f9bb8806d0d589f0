import type { TopUpEventOf } from './events.ts';

/** The fold of one payment order. */
export type TopUp =
  | { readonly status: 'missing' }
  | { readonly status: 'requested' | 'failed'; readonly order: TopUpEventOf<'TopUpRequested'>['data'] }
  | {
      readonly status: 'paid';
      readonly order: TopUpEventOf<'TopUpRequested'>['data'];
      readonly paid: TopUpEventOf<'TopUpPaid'>['data'];
    };

export const initialTopUp: TopUp = { status: 'missing' };
