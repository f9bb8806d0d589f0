import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuChevronDown, LuChevronUp } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import type { OpenRows } from './table-rows.tsx';

/** A list on a small screen: the two columns that matter first, the others below as label and value. */
export function StackedRows<Row>({
  label,
  columns,
  rows,
  rowKey,
  actions,
  expanded,
  canExpand,
  dimmed,
  opened,
  toggle,
}: OpenRows<Row>): ReactElement {
  const t = useTexts();
  const title = columns.find((column) => column.stacked === 'title') ?? columns[0];
  const figure = columns.find((column) => column.stacked === 'figure');
  const others = columns.filter((column) => column !== title && column !== figure && column.stacked !== 'hidden');
  return (
    <Box as="ul" aria-label={label} listStyleType="none" fontSize="13px">
      {rows.map((row) => {
        const key = rowKey(row);
        const isOpen = opened === key && expanded !== undefined;
        return (
          <Box
            as="li"
            key={key}
            px="3"
            py="3"
            borderBottomWidth="1px"
            _last={{ borderBottomWidth: 0 }}
            color={dimmed?.(row) ? 'fg.muted' : undefined}
          >
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
            <Grid
              templateColumns="minmax(84px, auto) minmax(0, 1fr)"
              columnGap="3"
              rowGap="0.5"
              mt="2"
              alignItems="center"
            >
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
            {actions || (expanded && (canExpand?.(row) ?? true)) ? (
              <Flex mt="2" gap="2" justify="flex-end" align="center">
                {expanded && (canExpand?.(row) ?? true) ? (
                  <Button size="xs" variant="ghost" aria-expanded={isOpen} onClick={() => toggle(key)}>
                    {isOpen ? <LuChevronUp /> : <LuChevronDown />}
                    {isOpen ? t.table.less : t.table.more}
                  </Button>
                ) : null}
                {actions?.(row)}
              </Flex>
            ) : null}
            {isOpen ? (
              <Box mt="2" mx="-3" borderTopWidth="1px" bg="bg.panel">
                {expanded(row)}
              </Box>
            ) : null}
          </Box>
        );
      })}
    </Box>
  );
}
