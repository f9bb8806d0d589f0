import { Box, Button, Flex, Popover, Portal, Progress, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuCircleAlert, LuCircleCheck, LuLoader } from 'react-icons/lu';
import { useDispatch, useSelector } from 'react-redux';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { formatCount } from '../../shared/money/quota-format.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { workTexts } from '../../shared/long-work/texts.ts';
import { endedForgotten, selectWorks, stopAsked, type Work } from '../../shared/long-work/work-slice.ts';

/** What takes no longer shows in its list alone. */
const SHOWN_AFTER_S = 2;
const TICK_MS = 500;

const endedRows = ({ done, failed }: Work): number => done + failed.length;
const progressOf = (work: Work, own: (typeof workTexts)['en']): string =>
  work.total === 0
    ? own.soFar(formatCount(work.done))
    : own.progress(formatCount(endedRows(work)), formatCount(work.total));
const isOver = ({ state }: Work): boolean => state === 'ended';

/** The one place that says what runs, on whichever page: how far it is, what failed and why, and what stops it. */
export function WorkPlace(): ReactElement | null {
  const own = useOwnTexts(workTexts);
  const works = useSelector(selectWorks);
  const now = useNow(TICK_MS);
  const [open, setOpen] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const running = works.find(({ state }) => state === 'running' || state === 'stopping');
  const isLong = running !== undefined && now - running.begunMs / 1_000 >= SHOWN_AFTER_S;
  const shown = works.length > 0 && (wasShown || isLong || works.some(({ failed }) => failed.length > 0));
  if (shown && !wasShown) setWasShown(true);
  if (works.length === 0 && wasShown) setWasShown(false);
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
          aria-label={`${told.title}: ${progress}`}
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
                <OneWork key={work.id} work={work} />
              ))}
              {works.some(isOver) ? <Forget onDone={() => setOpen(false)} /> : null}
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

function Mark({ works }: { readonly works: readonly Work[] }): ReactElement {
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

function OneWork({ work }: { readonly work: Work }): ReactElement {
  const own = useOwnTexts(workTexts);
  const dispatch = useDispatch();
  const { title, total, done, failed, state } = work;
  const ended = endedRows(work);
  const stands = {
    waiting: own.waiting,
    stopping: own.stopping,
    running: progressOf(work, own),
    ended: [own.ended(formatCount(done), formatCount(total)), ended < total ? own.left(formatCount(total - ended)) : '']
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
            onClick={() => dispatch(stopAsked(work.id))}
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
      {failed.length === 0 ? null : (
        <Box mt="2">
          <Text color="danger">{own.failed(formatCount(failed.length))}</Text>
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
