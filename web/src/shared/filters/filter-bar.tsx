import { Box, Button, chakra, Flex, Popover, Portal, Stack } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { LuListFilter, LuX } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';

export type Chip = {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly remove: () => void;
};

type FilterBarProps = {
  /** The few filters that everybody uses. */
  readonly children: ReactNode;
  /** The others, behind "filter". */
  readonly more?: ReactNode;
  readonly chips: readonly Chip[];
  readonly clear: () => void;
  readonly end?: ReactNode;
};

export function FilterBar({ children, more, chips, clear, end }: FilterBarProps): ReactElement {
  const t = useTexts();
  return (
    <Box mb="3" className="no-print" role="search">
      <Flex gap="2" wrap="wrap" align="center">
        {children}
        {more ? (
          <Popover.Root positioning={{ placement: 'bottom-start' }} lazyMount>
            <Popover.Trigger asChild>
              <Button variant="outline">
                <LuListFilter />
                {t.table.filter}
              </Button>
            </Popover.Trigger>
            <Portal>
              <Popover.Positioner>
                <Popover.Content
                  width="280px"
                  borderWidth="1px"
                  css={{ '--popover-bg': 'var(--chakra-colors-bg)' }}
                  aria-label={t.table.filter}
                >
                  <Popover.Body p="4">
                    <Stack gap="3">{more}</Stack>
                  </Popover.Body>
                </Popover.Content>
              </Popover.Positioner>
            </Portal>
          </Popover.Root>
        ) : null}
        {end ? (
          <Flex ms="auto" gap="2" align="center">
            {end}
          </Flex>
        ) : null}
      </Flex>
      {chips.length > 0 ? (
        <Flex gap="2" wrap="wrap" mt="2" align="center" role="group" aria-label={t.table.activeFilters}>
          {chips.map((chip) => (
            <Flex
              key={chip.key}
              align="center"
              borderWidth="1px"
              borderRadius="full"
              ps="3"
              fontSize="12px"
              minH="28px"
              maxW="full"
            >
              <chakra.span color="fg.muted" me="1">
                {chip.label}
              </chakra.span>
              <chakra.span fontWeight="500" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
                {chip.value}
              </chakra.span>
              <chakra.button
                type="button"
                aria-label={t.table.removeFilter(chip.label)}
                minW="32px"
                minH="28px"
                display="grid"
                placeItems="center"
                color="fg.muted"
                borderRadius="full"
                _hover={{ color: 'fg' }}
                onClick={chip.remove}
              >
                <LuX />
              </chakra.button>
            </Flex>
          ))}
          <Button size="xs" variant="plain" color="brand" onClick={clear}>
            {t.states.clearFilters}
          </Button>
        </Flex>
      ) : null}
    </Box>
  );
}
