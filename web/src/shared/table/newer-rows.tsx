import { Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuArrowUp } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { NEWER_ROWS_MAX } from './newer-rows-max.ts';

/** The newest rows of a list by their positions, as many as are looked at. */
export type Newest = { readonly positions: readonly number[] };
export type Newer = { readonly count: number; readonly isMore: boolean };

export const NONE_NEWER: Newer = { count: 0, isMore: false };

/**
 * How many of the newest rows came after those that are shown, by their positions, which only grow. `isMore`: all that were looked at are newer, so
 * there may be more of them.
 */
export function newerThan(shown: readonly number[] | undefined, newest: Newest | undefined): Newer {
  if (shown === undefined || newest === undefined) return NONE_NEWER;
  const last = shown.reduce((highest, position) => Math.max(highest, position), -1);
  const count = newest.positions.filter((position) => position > last).length;
  return { count, isMore: count >= NEWER_ROWS_MAX };
}

/** The line above a list of which newer rows exist: it counts them, and shows them on a click. Its place is kept, so that nothing moves when it comes. */
export function NewerRows({ newer, show }: { readonly newer: Newer; readonly show: () => void }): ReactElement {
  const t = useTexts();
  const { count, isMore } = newer;
  const text = `${formatCount(count)}${isMore ? '+' : ''}`;
  return (
    <Flex minH={{ base: '44px', sm: '36px' }} align="center" justify="center" aria-live="polite" className="no-print">
      {count === 0 ? null : (
        <Button
          size="xs"
          variant="outline"
          color="brand"
          minH={{ base: '40px', sm: '32px' }}
          aria-label={t.table.showNewer(text, count === 1 && !isMore)}
          onClick={show}
          data-newer
        >
          <LuArrowUp aria-hidden />
          {t.table.newer(text)}
        </Button>
      )}
    </Flex>
  );
}
