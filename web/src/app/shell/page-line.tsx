import { Box, Button, Flex } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectPausedUntil } from '../../shared/api/pace.ts';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import { selectHalt } from '../../shared/session/session-slice.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { useNow } from '../../shared/time/use-now.ts';

const TICK_MS = 500;
const MINUTE_S = 60;

/** The one line under the top bar that holds what concerns the whole page, the first that there is of: somebody else signed in, too many calls. */
export function PageLine(): ReactElement | null {
  const { user } = useSession();
  const halt = useSelector(selectHalt);
  const pausedUntilMs = useSelector(selectPausedUntil);
  const own = useOwnTexts(haltTexts);
  if (halt?.by === 'elsewhere')
    return (
      <Line role="alert" action={<Reload />}>
        {halt.user ? own.signedInElsewhere(halt.user.username, user?.username ?? '') : own.signedOutElsewhere}
      </Line>
    );
  return pausedUntilMs > 0 ? <Pause key={pausedUntilMs} untilMs={pausedUntilMs} /> : null;
}

export function Reload(): ReactElement {
  const own = useOwnTexts(haltTexts);
  return (
    <Button size="xs" variant="outline" borderColor="warn.border" onClick={() => window.location.reload()}>
      {own.reload}
    </Button>
  );
}

/** Counts down; the calls that wait go on by themselves. */
function Pause({ untilMs }: { readonly untilMs: number }): ReactElement | null {
  const own = useOwnTexts(haltTexts);
  const left = Math.ceil(untilMs / 1_000 - useNow(TICK_MS));
  if (left <= 0) return null;
  const text = left < MINUTE_S ? own.seconds(left) : own.minutes(Math.floor(left / MINUTE_S), left % MINUTE_S);
  return (
    // Said once: each second would be read out.
    <Line role="status">
      <span aria-live="off">{own.paused(text)}</span>
    </Line>
  );
}

type LineProps = {
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
  readonly action?: ReactElement;
};

function Line({ role, children, action }: LineProps): ReactElement {
  return (
    <Flex
      role={role}
      className="no-print"
      data-page-line
      align="center"
      gap="3"
      px={{ base: '4', sm: '6' }}
      py="1.5"
      minH="40px"
      bg="warn.subtle"
      borderBottomWidth="1px"
      borderColor="warn.border"
      fontSize="13px"
    >
      <Box flex="1" minW="0">
        {children}
      </Box>
      {action}
    </Flex>
  );
}
