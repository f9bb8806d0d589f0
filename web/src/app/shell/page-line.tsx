import { Box, Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { selectPausedUntil } from '../../shared/api/pace.ts';
import { ConnectionLine } from '../../shared/connection/connection-line.tsx';
import { connectionTexts } from '../../shared/connection/connection-texts.ts';
import { release } from '../../shared/connection/release.ts';
import { useIsLost } from '../../shared/connection/use-is-lost.ts';
import { useWatched } from '../../shared/connection/watched.ts';
import { useOwnTexts, useTexts } from '../../shared/i18n/text.tsx';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import { PASSWORD_PLACE } from '../../shared/session/password-place.ts';
import { useSelfQuery } from '../../shared/session/self-api.ts';
import { selectHalt } from '../../shared/session/session-slice.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { useNoticeQuery, useStatus, useStatusQuery } from '../../shared/status/status-api.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Line } from '../../shared/ui/line.tsx';
import { TOP_BAR_HEIGHT } from '../../shared/ui/top-bar-height.ts';
import { useLeaving } from '../../shared/ui/use-leaving.ts';
import { selectUi } from '../../shared/ui-state/ui-slice.ts';
import { firstLine, type LineKind } from './line-order.ts';
import { Notice } from './notice.tsx';
import { noticeMark } from './notice-mark.ts';
import { pageLineTexts } from './page-line-texts.ts';

/** The top bar's is that of what is docked, 10. */
const BELOW_TOP_BAR = 9;
const TICK_MS = 500;
const MINUTE_S = 60;
const ASKED_EVERY_MS = 300_000;

/** The one line under the top bar that holds what concerns the whole page. */
export function PageLine(): ReactElement | null {
  const halt = useSelector(selectHalt);
  const pausedUntilMs = useSelector(selectPausedUntil);
  const notice = useUnreadNotice();
  const holds = {
    lost: useIsLost(),
    elsewhere: halt?.by === 'elsewhere',
    paused: pausedUntilMs > 0,
    password: useFactoryPassword(),
    release: useNewRelease(),
    notice: notice !== undefined,
    demo: useStatus().demo_site_enabled,
  };
  const isBarred = halt?.by === 'barred';
  const lineOf = (kind: LineKind | undefined): ReactElement | null => {
    switch (kind) {
      case 'lost':
        return (
          <Box position="sticky" top={TOP_BAR_HEIGHT} zIndex={BELOW_TOP_BAR}>
            <ConnectionLine />
          </Box>
        );
      case 'elsewhere':
        return <ElsewhereLine />;
      case 'paused':
        return (
          <Pause
            key={pausedUntilMs}
            untilMs={pausedUntilMs}
            otherwise={lineOf(firstLine({ ...holds, paused: false }, { isBarred }))}
          />
        );
      case 'password':
        return <FactoryPassword />;
      case 'release':
        return <NewRelease />;
      case 'notice':
        return notice === undefined ? null : <Notice key={noticeMark(notice)} text={notice} />;
      case 'demo':
        return <DemoSite />;
      case undefined:
        return null;
    }
  };
  return lineOf(firstLine(holds, { isBarred }));
}

/** Asked of root alone: nobody else is told. */
function useFactoryPassword(): boolean {
  const { isRoot } = useSession();
  return useSelfQuery(undefined, { skip: !isRoot }).data?.must_change_password ?? false;
}

/** The operator's notice, unless there is none or it was read in this browser; asked again every 5 minutes while the page is in sight. */
function useUnreadNotice(): string | undefined {
  const { noticeRead } = useSelector(selectUi);
  const { data: notice = '' } = useNoticeQuery(undefined, {
    pollingInterval: ASKED_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const mark = noticeMark(notice);
  return mark === '' || mark === noticeRead ? undefined : notice;
}

/** The release that the server has is asked for every 5 minutes while the page is in sight. */
function useNewRelease(): boolean {
  useStatusQuery(undefined, {
    pollingInterval: ASKED_EVERY_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: false,
  });
  return useWatched(release.isNew);
}

function ElsewhereLine(): ReactElement | null {
  const { user } = useSession();
  const halt = useSelector(selectHalt);
  const own = useOwnTexts(haltTexts);
  if (halt?.by !== 'elsewhere') return null;
  return (
    <Line role="alert" action={<Reload onClick={() => window.location.reload()}>{own.reload}</Reload>}>
      {halt.user ? own.signedInElsewhere(halt.user.username, user?.username ?? '') : own.signedOutElsewhere}
    </Line>
  );
}

/** Nothing is loaded again by itself, and nothing typed is lost by it unasked. */
function NewRelease(): ReactElement {
  const own = useOwnTexts(connectionTexts);
  const ask = useLeaving();
  return (
    <Line
      role="status"
      tone="info"
      action={
        <Reload tone="info" onClick={() => ask(() => window.location.reload())}>
          {own.reload}
        </Reload>
      }
    >
      {own.release}
    </Line>
  );
}

const DemoSite = (): ReactElement => (
  <Line role="status" tone="info">
    {useTexts().errors.demo}
  </Line>
);

type ReloadProps = { readonly tone?: 'warn' | 'info'; readonly onClick: () => void; readonly children: string };

const Reload = ({ tone = 'warn', onClick, children }: ReloadProps): ReactElement => (
  <Button size="xs" variant="outline" borderColor={`${tone}.border`} onClick={onClick}>
    {children}
  </Button>
);

type PauseProps = { readonly untilMs: number; readonly otherwise: ReactElement | null };

/** Counts down; the calls that wait go on by themselves. */
function Pause({ untilMs, otherwise }: PauseProps): ReactElement | null {
  const own = useOwnTexts(haltTexts);
  const left = Math.ceil(untilMs / 1_000 - useNow(TICK_MS));
  if (left <= 0) return otherwise;
  const text = left < MINUTE_S ? own.seconds(left) : own.minutes(Math.floor(left / MINUTE_S), left % MINUTE_S);
  return (
    // Said once: each second would be read out.
    <Line role="status">
      <span aria-live="off">{own.paused(text)}</span>
    </Line>
  );
}

function FactoryPassword(): ReactElement {
  const own = useOwnTexts(pageLineTexts);
  return (
    <Line
      role="status"
      action={
        <Button asChild size="xs" variant="outline" borderColor="warn.border">
          <Link to={PASSWORD_PLACE}>{own.changePassword}</Link>
        </Button>
      }
    >
      {own.factoryPassword}
    </Line>
  );
}
