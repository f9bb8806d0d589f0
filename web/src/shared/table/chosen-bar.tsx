import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { LuX } from 'react-icons/lu';
import { type Texts, useTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { CHOSEN_MAX, type Selection } from './use-selection.ts';

const NAMES_MAX = 5;

/** The rows that something is to be done with, by the first of their names. */
export function namesOf<Row>(rows: readonly Row[], { nameOf }: Selection<Row>, t: Texts): string {
  const names = rows.slice(0, NAMES_MAX).map(nameOf).join(', ');
  return rows.length > NAMES_MAX ? t.table.namesAndMore(names, rows.length - NAMES_MAX) : t.table.names(names);
}

/** The button that was pressed is gone with the bar. */
const giveFocusBack = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  });

type ChosenBarProps = { readonly count: number; readonly clear: () => void; readonly children: ReactNode };

/** How many rows are chosen, on all pages, and what can be done with them. Stands in the place of the filters. */
export function ChosenBar({ count, clear, children }: ChosenBarProps): ReactElement {
  const t = useTexts();
  useEffect(() => giveFocusBack, []);
  return (
    <Flex
      role="toolbar"
      aria-label={t.table.chosenActions}
      gap={{ base: '1', sm: '2' }}
      wrap="wrap"
      align="center"
      bg="brand.subtle"
      borderRadius="l2"
      px="2"
      minH={{ base: '44px', sm: '36px' }}
    >
      <Text fontWeight="500" px="1" aria-live="polite" fontVariantNumeric="tabular-nums">
        {t.table.chosen(formatCount(count))}
        {count === CHOSEN_MAX ? ` · ${t.table.noMore}` : ''}
      </Text>
      {children}
      <Button size="xs" variant="ghost" ms="auto" aria-label={t.table.unchoose} onClick={clear}>
        <LuX aria-hidden />
        <chakra.span display={{ base: 'none', sm: 'inline' }}>{t.table.unchoose}</chakra.span>
      </Button>
    </Flex>
  );
}
