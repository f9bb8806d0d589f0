import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { selectPausedUntil } from '../../shared/api/pace.ts';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import { PASSWORD_PLACE } from '../../shared/session/password-place.ts';
import { useSelfQuery } from '../../shared/session/self-api.ts';
import { selectHalt } from '../../shared/session/session-slice.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { useNoticeQuery } from '../../shared/status/status-api.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { selectUi } from '../../shared/ui-state/ui-slice.ts';
import { Line } from './line.tsx';
import { Notice } from './notice.tsx';
import { noticeMark } from './notice-mark.ts';
import { pageLineTexts } from './page-line-texts.ts';

const TICK_MS = 500;
const MINUTE_S = 60;
const NOTICE_EVERY_MS = 300_000;

/**
 * The one line under the top bar that holds what concerns the whole page, the first that there is of: somebody else signed in, too many calls, the factory
 * password, a notice that was not read.
 */
export function PageLine(): ReactElement | null {
  const { user } = useSession();
  const halt = useSelector(selectHalt);
  const pausedUntilMs = useSelector(selectPausedUntil);
  const standing = useStanding();
  const own = useOwnTexts(haltTexts);
  if (halt?.by === 'elsewhere')
    return (
      <Line role="alert" action={<Reload />}>
        {halt.user ? own.signedInElsewhere(halt.user.username, user?.username ?? '') : own.signedOutElsewhere}
      </Line>
    );
  if (halt?.by === 'barred') return null;
  return pausedUntilMs > 0 ? <Pause key={pausedUntilMs} untilMs={pausedUntilMs} otherwise={standing} /> : standing;
}

/** What stands there until somebody does something about it. */
function useStanding(): ReactElement | null {
  const hasFactoryPassword = useFactoryPassword();
  const notice = useUnreadNotice();
  if (hasFactoryPassword) return <FactoryPassword />;
  return notice === undefined ? null : <Notice key={noticeMark(notice)} text={notice} />;
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
    pollingInterval: NOTICE_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const mark = noticeMark(notice);
  return mark === '' || mark === noticeRead ? undefined : notice;
}

function Reload(): ReactElement {
  const own = useOwnTexts(haltTexts);
  return (
    <Button size="xs" variant="outline" borderColor="warn.border" onClick={() => window.location.reload()}>
      {own.reload}
    </Button>
  );
}

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
