import { Box, Button, chakra, Flex, Grid, Popover, Portal, Stack } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { LuListFilter, LuX } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { useNarrow } from '../ui/use-narrow.ts';

export type Chip = {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly remove: () => void;
};

type FilterBarProps = {
  /** The one filter that stands beside the others on every screen. */
  readonly main: ReactNode;
  /** The few others that everybody uses: fields, on a small screen behind "filter". */
  readonly children?: ReactNode;
  /** The rest, behind "filter". */
  readonly more?: ReactNode;
  /** What sorts a list whose heads have no place, as on a small screen. */
  readonly sort?: ReactNode;
  readonly chips: readonly Chip[];
  readonly clear: () => void;
  readonly end?: ReactNode;
  /** Stands in the place of the filters while rows are chosen; they keep their room, so that no row moves under the hand. */
  readonly chosen?: ReactElement | undefined;
};

export function FilterBar(props: FilterBarProps): ReactElement {
  const { main, children, more, sort, chips, clear, end, chosen } = props;
  const narrow = useNarrow();
  const behind = narrow ? [children, more, sort] : [more];
  return (
    <Box mb="3" className="no-print" role="search">
      <Grid templateColumns="minmax(0, 1fr)">
        {chosen ? (
          <Box gridArea="1 / 1" zIndex="1">
            {chosen}
          </Box>
        ) : null}
        <Flex
          gap="2"
          wrap={narrow ? 'nowrap' : 'wrap'}
          align="center"
          alignSelf="start"
          gridArea="1 / 1"
          visibility={chosen ? 'hidden' : undefined}
        >
          {narrow ? (
            <Box flex="1" minW="0">
              {main}
            </Box>
          ) : (
            <>
              {main}
              {children}
            </>
          )}
          {behind.some(Boolean) ? <Behind isIcon={narrow}>{behind}</Behind> : null}
          {end ? (
            <Flex ms={narrow ? undefined : 'auto'} gap="2" align="center">
              {end}
            </Flex>
          ) : null}
        </Flex>
      </Grid>
      {chips.length > 0 ? <Chips chips={chips} clear={clear} /> : null}
    </Box>
  );
}

function Behind({ isIcon, children }: { readonly isIcon: boolean; readonly children: readonly ReactNode[] }) {
  const t = useTexts();
  return (
    <Popover.Root positioning={{ placement: 'bottom-start' }} lazyMount>
      <Popover.Trigger asChild>
        <Button variant="outline" aria-label={t.table.filter} {...(isIcon ? { px: '3', flexShrink: 0 } : {})}>
          <LuListFilter />
          {isIcon ? null : t.table.filter}
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
              <Stack gap="3">
                {children.map((each, index) => (
                  // They stand in the same order on every render.
                  <Stack key={index} gap="3" _empty={{ display: 'none' }}>
                    {each}
                  </Stack>
                ))}
              </Stack>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

function Chips({ chips, clear }: Pick<FilterBarProps, 'chips' | 'clear'>): ReactElement {
  const t = useTexts();
  return (
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
  );
}
