import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import { formatDigits, MINUS } from '../../shared/money/quota-format.ts';
import type { Channel } from './api/channels-api.ts';

const SYMBOLS = { USD: '$', CNY: '¥' } as const;

/** What is left at a channel's upstream, in the currency that its type counts in, downwards: `$12.50`, `−¥0.50`. undefined: its type tells no balance. */
export function upstreamAmount({ type, balance }: Pick<Channel, 'type' | 'balance'>): string | undefined {
  const question = channelTypeOf(type)?.balance;
  if (question === undefined) return undefined;
  const cents = Math.floor(Math.round(balance * 1e6) / 1e4);
  const size = Math.abs(cents);
  const digits = `${formatDigits(String(Math.floor(size / 100)))}.${String(size % 100).padStart(2, '0')}`;
  return `${cents < 0 ? MINUS : ''}${SYMBOLS[question.currency]}${digits}`;
}
