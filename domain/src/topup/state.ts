import type { TopUpEventOf } from './events.ts';

/** The fold of one payment order. */
export type TopUp =
  | { readonly status: 'missing' }
  | { readonly status: 'requested' | 'paid' | 'failed'; readonly order: TopUpEventOf<'TopUpRequested'>['data'] };

export const initialTopUp: TopUp = { status: 'missing' };
