import { Button } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import {
  followRuns,
  isUnderWay,
  runsApi,
  type ServerRun,
  started,
  useChannelRunsQuery,
} from '../../../shared/long-work/runs-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { useNarrow } from '../../../shared/ui/use-narrow.ts';
import { type BalancesUpdated, useTestAllChannelsMutation, useUpdateBalancesMutation } from '../balances-api.ts';
import { channelTexts } from '../texts.ts';

/** How soon after it was asked for a run is looked for whose call lasts as long as it does. */
const LOOK_AFTER_MS = 500;

/** What is done to all channels on the server: it goes on when the page is left, and the top bar says how far it is. */
export function AllChannels(): ReactElement {
  const own = useOwnTexts(channelTexts);
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const isNarrow = useNarrow();
  const { data: runs = [] } = useChannelRunsQuery();
  const [testAll] = useTestAllChannelsMutation();
  const [updateAll] = useUpdateBalancesMutation();
  const tests = useAction(testAll);
  const balances = useAction(updateAll);
  const eldest = Math.max(0, ...runs.filter(isUnderWay).map(({ age }) => age + 1));
  // Somebody else, or another browser, has begun it.
  useEffect(() => {
    if (eldest > 0) followRuns(userId, Date.now() - eldest * 1_000);
  }, [eldest, userId]);
  const runsNow = (kind: ServerRun['kind']): boolean => runs.some((run) => run.kind === kind && isUnderWay(run));
  const look = (): void =>
    void dispatch(runsApi.endpoints.channelRuns.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const follow = (): void => followRuns(userId, Date.now());
  const begun = (kind: ServerRun['kind'], isAnswering: boolean): void => {
    started.set(kind, { after: runs.find((run) => run.kind === kind)?.number ?? 0, isAnswering });
    follow();
  };

  const test = async (): Promise<void> => {
    if ((await tests.run(undefined)) === undefined) return;
    begun('tests', false);
    look();
  };
  const update = async (): Promise<void> => {
    begun('balances', true);
    const timer = setTimeout(look, LOOK_AFTER_MS);
    const answer = await balances.run(undefined);
    clearTimeout(timer);
    const asked = started.get('balances');
    // Of a call that broke off the run may go on: whoever saw it under way tells its end.
    if (answer === undefined || asked === undefined) started.delete('balances');
    else {
      started.set('balances', { ...asked, isAnswering: false, tell: () => tell(answer) });
      // What was cleared from the top bar meanwhile still tells its end.
      follow();
    }
    look();
  };
  const tell = ({ asked, failed, failures: [first], disabled }: BalancesUpdated): void => {
    if (asked === 0) return tellNotice(own.noneHasBalance);
    const told = [
      own.updated(asked - failed),
      first === undefined ? '' : own.notUpdated(failed, `${first.name}: ${first.error}`),
      disabled.length === 0 ? '' : own.disabled(disabled.map(({ name }) => name).join(', ')),
    ].filter(Boolean);
    if (told.length === 1) tellSuccess(told.join(''));
    else tellNotice(told.join('; '));
  };

  const actions = [
    { id: 'test', label: own.testAll, run: () => void test(), busy: tests.busy, disabled: runsNow('tests') },
    {
      id: 'balances',
      label: own.updateAll,
      run: () => void update(),
      busy: balances.busy,
      disabled: runsNow('balances'),
    },
  ] as const;
  if (isNarrow)
    return (
      <RowMenu
        name={own.all}
        beside="buttons"
        actions={actions.map(({ busy, disabled, ...action }) => ({ ...action, disabled: busy || disabled }))}
      />
    );
  return (
    <>
      {actions.map(({ id, label, run, busy, disabled }) => (
        <Button key={id} variant="outline" loading={busy} disabled={disabled} onClick={run}>
          {label}
        </Button>
      ))}
    </>
  );
}
