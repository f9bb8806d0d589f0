import { Box, chakra, Flex, Skeleton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import type { Column } from './columns.ts';
import { isTitle } from './shown-columns.ts';
import { tableStyle } from './table-style.ts';

const ROWS = 6;
const rows = Array.from({ length: ROWS }, (_, index) => index);
/** Texts are of different lengths. */
const widthOf = (row: number, index: number): string => `${40 + ((row * 17 + index * 29) % 45)}%`;

type SkeletonRowsProps<Row> = {
  /** Those that will stand side by side. */
  readonly columns: readonly Column<Row>[];
  /** Cells before them, with what chooses and opens rows. */
  readonly toolCount: number;
  readonly hasActions: boolean;
};

/** The table before its first answer: its head and the shape of its rows. */
export function SkeletonRows<Row>({ columns, toolCount, hasActions }: SkeletonRowsProps<Row>): ReactElement {
  const t = useTexts();
  const tools = rows.slice(0, toolCount);
  return (
    <chakra.table css={tableStyle} aria-busy aria-label={t.states.loading}>
      <thead>
        <tr>
          {tools.map((tool) => (
            <td key={tool} data-tool />
          ))}
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              data-numeric={column.numeric || undefined}
              data-title={isTitle(column) || undefined}
              style={{ width: column.width }}
            >
              {column.header}
            </th>
          ))}
          {hasActions ? <td data-actions /> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {tools.map((tool) => (
              <td key={tool} data-tool />
            ))}
            {columns.map((column, index) => (
              <td key={column.id} data-title={isTitle(column) || undefined}>
                <Skeleton
                  height="12px"
                  width={widthOf(row, index)}
                  minW="24px"
                  ms={column.numeric ? 'auto' : undefined}
                />
              </td>
            ))}
            {hasActions ? <td data-actions /> : null}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

/** On a small screen: two lines a row. */
export function SkeletonLines(): ReactElement {
  const t = useTexts();
  return (
    <Box aria-busy aria-label={t.states.loading} role="status">
      {rows.map((row) => (
        <Flex
          key={row}
          direction="column"
          justify="center"
          gap="2.5"
          px="3"
          h="57px"
          borderBottomWidth="1px"
          _last={{ borderBottomWidth: 0 }}
        >
          {[0, 1].map((line) => (
            <Flex key={line} justify="space-between">
              <Skeleton height="10px" width={widthOf(row, line)} />
              <Skeleton height="10px" width="56px" />
            </Flex>
          ))}
        </Flex>
      ))}
    </Box>
  );
}
