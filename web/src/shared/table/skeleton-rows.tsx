import { chakra, Skeleton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import type { Column } from './columns.ts';
import { tableStyle } from './table-style.ts';

const ROWS = 6;
const rows = Array.from({ length: ROWS }, (_, index) => index);

/** The table before its first answer: its head and the shape of its rows. */
export function SkeletonRows<Row>({
  columns,
  narrow,
}: {
  readonly columns: readonly Column<Row>[];
  readonly narrow: boolean;
}): ReactElement {
  const t = useTexts();
  const shown = narrow ? columns.slice(0, 2) : columns;
  return (
    <chakra.table css={tableStyle} aria-busy aria-label={t.states.loading}>
      {narrow ? null : (
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.id} data-numeric={column.numeric || undefined} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {shown.map((column, index) => (
              <td key={column.id}>
                <Skeleton
                  height="12px"
                  width={`${40 + ((row * 17 + index * 29) % 45)}%`}
                  minW="24px"
                  ms={column.numeric ? 'auto' : undefined}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
