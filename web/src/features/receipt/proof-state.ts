import type { ReceiptAnswer } from '../../shared/receipt/receipt-api.ts';

/**
 * Whether whoever pays can check a receipt: `waits` while no seal covers the charge or one of what followed, `cut` where some of that is left off; what checks
 * it refuses both.
 */
type ProofState = 'sealed' | 'waits' | 'cut';

export function proofState(answer: Pick<ReceiptAnswer, 'sealed' | 'later' | 'later_left_off'>): ProofState {
  if ([answer, ...answer.later].some(({ sealed }) => !sealed)) return 'waits';
  return (answer.later_left_off ?? 0) > 0 ? 'cut' : 'sealed';
}
