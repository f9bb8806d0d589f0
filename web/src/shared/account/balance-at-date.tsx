import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuCalendar } from 'react-icons/lu';
import { useSearchParams } from 'react-router-dom';
import { useOwnTexts } from '../i18n/text.tsx';
import { useNow } from '../time/use-now.ts';
import type { Whose } from './account-api.ts';
import { BalanceAt } from './balance-at.tsx';
import { instantIn, withInstant } from './balance-at-choice.ts';
import { balanceAtTexts } from './balance-at-texts.ts';

const MINUTE_S = 60;

/** What leads to a balance at an instant, and that once it is asked for: the address says which instant. */
export function BalanceAtDate({ userId }: Whose): ReactElement {
  const own = useOwnTexts(balanceAtTexts);
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const instant = instantIn(params);
  if (instant === undefined) {
    const minute = Math.floor(now / MINUTE_S) * MINUTE_S;
    return (
      <Button onClick={() => setParams((at) => withInstant(at, { at: minute, recorded: false, token: undefined }))}>
        <LuCalendar />
        {own.title}
      </Button>
    );
  }
  return (
    <BalanceAt
      userId={userId}
      {...instant}
      set={(change) => setParams((at) => withInstant(at, { ...instant, ...change }), { replace: true })}
      close={() => setParams((at) => withInstant(at, undefined))}
    />
  );
}
