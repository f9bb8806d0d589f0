import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { tellFailure, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import type { Channel } from '../api/channels-api.ts';
import { useUpdateBalanceMutation } from '../balances-api.ts';
import { channelTexts } from '../texts.ts';
import { upstreamAmount } from '../upstream-amount.ts';

/** What is left at the channel's upstream; a press asks it anew. Nothing where its type tells no balance. */
export function BalanceButton({ channel }: { readonly channel: Channel }): ReactElement | null {
  const t = useTexts();
  const own = useOwnTexts(channelTexts);
  const [update] = useUpdateBalanceMutation();
  const { run, busy } = useAction(update);
  const amount = upstreamAmount(channel);
  if (amount === undefined) return null;
  const isKnown = channel.balance_updated_time > 0;
  const ask = async (): Promise<void> => {
    const answer = await run(channel.id);
    if (answer === undefined) return;
    const { success, message, balance } = answer;
    if (success) tellSuccess(own.balanceIs(channel.name, upstreamAmount({ ...channel, balance }) ?? ''));
    else
      tellFailure(
        { kind: 'refused', status: 200, message: own.notAsked(channel.name, message), requestId: undefined },
        t,
      );
  };
  return (
    <Button
      size="xs"
      variant="ghost"
      fontWeight="400"
      px="1.5"
      fontVariantNumeric="tabular-nums"
      textDecoration={isKnown ? 'underline dotted' : undefined}
      textUnderlineOffset="3px"
      color={isKnown && channel.balance <= 0 ? 'danger' : isKnown ? undefined : 'fg.muted'}
      loading={busy}
      title={isKnown ? own.askedAt(formatTime(channel.balance_updated_time)) : undefined}
      aria-label={isKnown ? own.balanceOf(channel.name, amount) : own.askOf(channel.name)}
      onClick={(event) => {
        event.stopPropagation();
        void ask();
      }}
    >
      {isKnown ? <span translate="no">{amount}</span> : own.ask}
    </Button>
  );
}
