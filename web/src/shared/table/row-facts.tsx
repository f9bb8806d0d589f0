import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import type { Column } from './columns.ts';

type RowFactsProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  /** What can be done with the row, where it has no place beside it. */
  readonly actions?: ReactNode;
};

/** What a row says beside its columns, as label and value; nothing of what it has not. */
export function RowFacts<Row>({ columns, row, actions }: RowFactsProps<Row>): ReactElement | null {
  const facts = columns
    .map(({ id, header, cell }) => ({ id, header, value: cell(row) }))
    .filter(({ value }) => value !== '' && value !== null && value !== undefined);
  if (facts.length === 0 && !actions) return null;
  return (
    <Box px="3" py="3" fontSize="13px">
      <Grid
        as="dl"
        templateColumns={{ base: 'minmax(84px, auto) minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(180px, 1fr))' }}
        columnGap="4"
        rowGap={{ base: '1', sm: '2' }}
        alignItems={{ base: 'center', sm: 'start' }}
      >
        {facts.map(({ id, header, value }) => (
          <Box key={id} display={{ base: 'contents', sm: 'block' }} data-fact={id}>
            <Text as="dt" color="fg.muted" fontSize={{ sm: '12px' }}>
              {header}
            </Text>
            <Box as="dd" minW="0" overflowWrap="anywhere">
              {value}
            </Box>
          </Box>
        ))}
      </Grid>
      {actions ? (
        <Flex mt={facts.length === 0 ? '0' : '2'} gap="2" justify="flex-end" align="center" wrap="wrap">
          {actions}
        </Flex>
      ) : null}
    </Box>
  );
}
