import { Box, Button, Flex, Grid, IconButton, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { LuChevronDown, LuChevronRight, LuChevronUp } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import type { Column } from './columns.ts';
import type { OpenRows } from './table-rows.tsx';

/** A list on a small screen: the two columns that matter first, then a second line, or the others as label and value. */
export function StackedRows<Row>(props: OpenRows<Row>): ReactElement {
  const { label, columns, rows, rowKey, expanded, dimmed, opened } = props;
  const isShort = columns.some(({ stacked }) => stacked === 'note' || stacked === 'noteFigure');
  return (
    <Box as="ul" aria-label={label} listStyleType="none" fontSize="13px">
      {rows.map((row) => {
        const key = rowKey(row);
        const isOpen = opened === String(key) && expanded !== undefined;
        return (
          <Box
            as="li"
            key={key}
            px="3"
            py={isShort ? '2' : '3'}
            borderBottomWidth="1px"
            _last={{ borderBottomWidth: 0 }}
            color={dimmed?.(row) ? 'fg.muted' : undefined}
            data-row
          >
            {isShort ? (
              <ShortRow {...props} row={row} isOpen={isOpen} />
            ) : (
              <LongRow {...props} row={row} isOpen={isOpen} />
            )}
            {isOpen ? (
              <Box mt="2" mx="-3" mb={isShort ? '-2' : undefined} borderTopWidth="1px" bg="bg.panel">
                {expanded(row)}
              </Box>
            ) : null}
          </Box>
        );
      })}
    </Box>
  );
}

type OneRow<Row> = OpenRows<Row> & { readonly row: Row; readonly isOpen: boolean };

const columnAt = <Row,>(columns: readonly Column<Row>[], place: Column<Row>['stacked']): Column<Row> | undefined =>
  columns.find(({ stacked }) => stacked === place);

/** Two lines, and what opens the row or can be done with it beside them. */
function ShortRow<Row>({
  columns,
  rowKey,
  actions,
  expanded,
  canExpand,
  onOpen,
  toggle,
  row,
  isOpen,
}: OneRow<Row>): ReactElement {
  const t = useTexts();
  const cell = (place: Column<Row>['stacked']) => columnAt(columns, place)?.cell(row);
  const expands = expanded !== undefined && (canExpand?.(row) ?? true);
  return (
    <Flex align="center" gap="1">
      <Box flex="1" minW="0">
        <Line start={cell('title')} end={cell('figure')} strong />
        <Line start={cell('note')} end={cell('noteFigure')} />
      </Box>
      {expands || onOpen ? (
        <IconButton
          aria-label={isOpen ? t.table.less : t.table.more}
          aria-expanded={expands ? isOpen : undefined}
          size="sm"
          variant="ghost"
          me="-2"
          minW="40px"
          minH="44px"
          onClick={() => (expands ? toggle(rowKey(row)) : onOpen?.(row))}
        >
          {expands ? isOpen ? <LuChevronUp /> : <LuChevronDown /> : <LuChevronRight />}
        </IconButton>
      ) : null}
      {actions?.(row)}
    </Flex>
  );
}

function Line({
  start,
  end,
  strong = false,
}: {
  readonly start: ReactNode;
  readonly end: ReactNode;
  readonly strong?: boolean;
}): ReactElement {
  return (
    <Flex
      justify="space-between"
      gap="3"
      align="center"
      minH="22px"
      {...(strong ? { fontWeight: '500' } : { color: 'fg.muted', fontSize: '12px' })}
    >
      <Box minW="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {start}
      </Box>
      <Box flexShrink={0} fontVariantNumeric="tabular-nums">
        {end}
      </Box>
    </Flex>
  );
}

function LongRow<Row>({
  columns,
  rowKey,
  actions,
  expanded,
  canExpand,
  toggle,
  row,
  isOpen,
}: OneRow<Row>): ReactElement {
  const t = useTexts();
  const title = columnAt(columns, 'title') ?? columns[0];
  const figure = columnAt(columns, 'figure');
  const others = columns.filter((column) => column !== title && column !== figure && column.stacked !== 'hidden');
  const expands = expanded !== undefined && (canExpand?.(row) ?? true);
  return (
    <>
      <Flex justify="space-between" gap="3" align="center" fontWeight="500">
        <Box minW="0" overflow="hidden" textOverflow="ellipsis">
          {title?.cell(row)}
        </Box>
        {figure ? (
          <Box flexShrink={0} fontVariantNumeric="tabular-nums">
            {figure.cell(row)}
          </Box>
        ) : null}
      </Flex>
      <Grid templateColumns="minmax(84px, auto) minmax(0, 1fr)" columnGap="3" rowGap="0.5" mt="2" alignItems="center">
        {others
          .map((column) => ({ column, value: column.cell(row) }))
          .filter(({ value }) => value !== '')
          .map(({ column, value }) => (
            <Box key={column.id} display="contents">
              <Text color="fg.muted">{column.header}</Text>
              <Box minW="0" overflowWrap="anywhere">
                {value}
              </Box>
            </Box>
          ))}
      </Grid>
      {actions || expands ? (
        <Flex mt="2" gap="2" justify="flex-end" align="center">
          {expands ? (
            <Button size="xs" variant="ghost" aria-expanded={isOpen} onClick={() => toggle(rowKey(row))}>
              {isOpen ? <LuChevronUp /> : <LuChevronDown />}
              {isOpen ? t.table.less : t.table.more}
            </Button>
          ) : null}
          {actions?.(row)}
        </Flex>
      ) : null}
    </>
  );
}
