import type { OptionValues } from '@ledgate/domain/options/values';
import type { EpayAccount } from './epay.ts';

/** undefined where the operator has not said with whom people pay: all three options must be set. */
export function epayAccountOf({
  PayAddress: address,
  EpayId: pid,
  EpayKey: key,
}: Pick<OptionValues, 'PayAddress' | 'EpayId' | 'EpayKey'>): EpayAccount | undefined {
  return [address, pid, key].every((value) => value !== '') ? { address, pid, key } : undefined;
}
