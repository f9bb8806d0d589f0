import { chakra } from '@chakra-ui/react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { useNarrow } from './use-narrow.ts';

/** A line of what is otherwise; null: nothing is said. */
export type ShownLine = {
  readonly key: string;
  readonly what: ReactNode;
  readonly before: string | null;
  readonly after: string | null;
};

type DiffTableProps = {
  readonly label: string;
  readonly heads: readonly [what: string, before: string, after: string];
  readonly lines: readonly ShownLine[];
  /** Its values may be long texts: they begin where they are read from, and are wrapped. */
  readonly isLong?: boolean;
};

/** Two sides of something, a line each thing that differs; on a small screen what it is stands above its two sides. */
export function DiffTable({ label, heads, lines, isLong = false }: DiffTableProps): ReactElement {
  const narrow = useNarrow();
  const shown = narrow ? heads.slice(1) : heads;
  return (
    <chakra.table
      aria-label={label}
      fontSize="13px"
      lineHeight="18px"
      width={narrow || isLong ? 'full' : undefined}
      css={{
        ...(isLong ? { tableLayout: 'fixed' } : {}),
        '& th': { color: 'fg.muted', fontWeight: 500, textAlign: 'start' },
        '& th, & td': { py: '1', pe: '6', verticalAlign: 'baseline', overflowWrap: 'anywhere' },
        '& [data-side]': {
          textAlign: narrow || isLong ? 'start' : 'end',
          fontVariantNumeric: 'tabular-nums',
          minWidth: '72px',
        },
        '& [data-side=after]': { pe: '0' },
        '& [data-above]': { pb: '0', pe: '0' },
      }}
    >
      <thead>
        <tr>
          {shown.map((head, place) => (
            <th key={head} scope="col" data-side={sideAt(place - shown.length)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, what, before, after }) => {
          const sides = (
            <>
              <chakra.td color="fg.muted" data-side="before" width={narrow ? '50%' : undefined}>
                {before ?? '–'}
              </chakra.td>
              <td data-side="after">{after ?? '–'}</td>
            </>
          );
          return narrow ? (
            <Fragment key={key}>
              <tr>
                <td colSpan={2} data-above>
                  {what}
                </td>
              </tr>
              <tr>{sides}</tr>
            </Fragment>
          ) : (
            <tr key={key}>
              <td>{what}</td>
              {sides}
            </tr>
          );
        })}
      </tbody>
    </chakra.table>
  );
}

/** Counted from behind. */
const sideAt = (place: number): string | undefined => ({ [-2]: 'before', [-1]: 'after' })[place];
