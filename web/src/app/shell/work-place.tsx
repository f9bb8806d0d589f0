import { Box, Button, Flex, Popover, Portal, Progress, Text } from '@chakra-ui/react';
import { useEffect, useState, type ReactElement } from 'react';
import { LuCircleAlert, LuCircleCheck, LuLoader } from 'react-icons/lu';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { formatCount } from '../../shared/money/quota-format.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { unfollowRuns } from '../../shared/long-work/runs-api.ts';
import type { ShownWork } from '../../shared/long-work/shown-work.ts';
import { workTexts } from '../../shared/long-work/texts.ts';
import { useServerRuns } from '../../shared/long-work/use-server-runs.ts';
import { endedForgotten, selectWorks, stopAsked, type Work } from '../../shared/long-work/work-slice.ts';

/** What takes no longer shows in its list alone. */
const SHOWN_AFTER_S = 2;
const TICK_MS = 500;

const endedRows = ({ done, failedCount }: ShownWork): number => done + failedCount;
const progressOf = (work: ShownWork, own: (typeof workTexts)['en']): string =>
  work.total === 0
    ? own.soFar(formatCount(work.done))
    : own.progress(formatCount(endedRows(work)), formatCount(work.total));
const isOver = ({ state }: ShownWork): boolean => state === 'ended';

/** What this tab does itself. */
const ofTab = (work: Work, stop: () => void): ShownWork => ({
  ...work,
  key: String(work.id),
  failedCount: work.failed.length,
  note: '',
  isNews: false,
  stop,
});

/** The one place that says what runs, on whichever page: how far it is, what failed and why, and what stops it. */
export function WorkPlace(): ReactElement | null {
  const own = useOwnTexts(workTexts);
  const dispatch = useDispatch();
  const tabWorks = useSelector(selectWorks);
  const runs = useServerRuns();
  const works = [...tabWorks.map((work) => ofTab(work, () => dispatch(stopAsked(work.id)))), ...runs];
  const now = useNow(TICK_MS);
  const [open, setOpen] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const running = works.find(({ state }) => state === 'running' || state === 'stopping');
  const isLong = running !== undefined && now - running.begunMs / 1_000 >= SHOWN_AFTER_S;
  const shown = works.length > 0 && (wasShown || isLong || works.some((work) => work.failedCount > 0 || work.isNews));
  if (shown && !wasShown) setWasShown(true);
  if (works.length === 0 && wasShown) setWasShown(false);
  // What ended well before it was shown is told by its toast alone.
  const isForgotten = !shown && runs.length > 0 && runs.every(isOver);
  useEffect(() => {
    if (isForgotten) unfollowRuns();
  }, [isForgotten]);
  if (!shown) return null;
  const told = running ?? works.at(-1);
  if (told === undefined) return null;
  const progress = progressOf(told, own);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button
          variant="outline"
          size="xs"
          aria-label={own.running(told.title, progress)}
          title={told.title}
          fontVariantNumeric="tabular-nums"
          flexShrink={0}
          data-work
        >
          <Mark works={works} />
          {progress}
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            width="min(360px, calc(100vw - 16px))"
            borderWidth="1px"
            css={{ '--popover-bg': 'var(--chakra-colors-bg)' }}
            aria-label={own.place}
          >
            <Popover.Body p="0" maxH="70dvh" overflowY="auto">
              {works.map((work) => (
                <OneWork key={work.key} work={work} close={() => setOpen(false)} />
              ))}
              {works.some(isOver) ? (
                <Forget
                  onDone={() => {
                    setOpen(false);
                    if (runs.every(isOver)) unfollowRuns();
                  }}
                />
              ) : null}
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

function Mark({ works }: { readonly works: readonly ShownWork[] }): ReactElement {
  if (works.some((work) => !isOver(work)))
    return (
      <Box asChild animation="spin 1.2s linear infinite">
        <LuLoader aria-hidden />
      </Box>
    );
  const isWhole = works.every(({ done, total }) => done === total);
  return (
    <Box asChild color={isWhole ? 'brand' : 'warn'}>
      {isWhole ? <LuCircleCheck aria-hidden /> : <LuCircleAlert aria-hidden />}
    </Box>
  );
}

function OneWork({ work, close }: { readonly work: ShownWork; readonly close: () => void }): ReactElement {
  const own = useOwnTexts(workTexts);
  const { title, total, done, failed, failedCount, note, page, state } = work;
  const ended = endedRows(work);
  const stands = {
    waiting: own.waiting,
    stopping: own.stopping,
    running: progressOf(work, own),
    ended: [
      own.ended(formatCount(done), formatCount(total)),
      ended < total ? own.left(formatCount(total - ended)) : '',
      note,
    ]
      .filter(Boolean)
      .join(' · '),
  };
  return (
    <Box as="section" aria-label={title} px="4" py="3" borderBottomWidth="1px" fontSize="13px">
      <Flex justify="space-between" align="center" gap="3" minH="32px">
        <Box minW="0">
          <Text fontWeight="500">{title}</Text>
          <Text color="fg.muted" fontSize="12px" fontVariantNumeric="tabular-nums" aria-live="off">
            {stands[state]}
          </Text>
        </Box>
        {state === 'ended' ? null : (
          <Button
            size="xs"
            variant="outline"
            disabled={state === 'stopping'}
            aria-label={own.stopOf(title)}
            onClick={work.stop}
          >
            {own.stop}
          </Button>
        )}
      </Flex>
      {state === 'ended' ? null : (
        <Progress.Root
          {...(total === 0 ? { value: null } : { value: ended, max: total })}
          size="xs"
          mt="2"
          colorPalette="brand"
        >
          <Progress.Track aria-label={title}>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      )}
      {failedCount === 0 ? null : (
        <Flex mt="2" justify="space-between" gap="3">
          <Text color="danger">{own.failed(formatCount(failedCount))}</Text>
          {page === undefined ? null : (
            <Button asChild size="xs" variant="ghost">
              <Link to={page.path} onClick={close}>
                {page.name}
              </Link>
            </Button>
          )}
        </Flex>
      )}
      {failed.length === 0 ? null : (
        <Box
          as="ul"
          listStyleType="none"
          maxH="200px"
          overflowY="auto"
          tabIndex={0}
          aria-label={`${title}: ${own.failed(formatCount(failed.length))}`}
        >
          {failed.map(({ key, name, why }) => (
            <Box as="li" key={key} mt="1" overflowWrap="anywhere">
              <Text as="span" fontWeight="500">
                {name}
              </Text>{' '}
              <Text as="span" color="fg.muted">
                {why}
              </Text>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Forget({ onDone }: { readonly onDone: () => void }): ReactElement {
  const own = useOwnTexts(workTexts);
  const dispatch = useDispatch();
  return (
    <Box p="2" textAlign="end">
      <Button
        size="xs"
        variant="ghost"
        onClick={() => {
          onDone();
          dispatch(endedForgotten());
        }}
      >
        {own.dismiss}
      </Button>
    </Box>
  );
}
