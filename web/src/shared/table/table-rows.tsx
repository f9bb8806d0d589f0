import { chakra } from '@chakra-ui/react';
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import type { TableProps } from './columns.ts';
import { SortHead, sortOf } from './sort-head.tsx';
import { tableStyle } from './table-style.ts';

export type OpenRows<Row> = TableProps<Row> & {
  readonly rows: readonly Row[];
  readonly opened: string;
  readonly toggle: (key: string | number) => void;
};

const dataRow = (
  start: Element | null,
  way: 'nextElementSibling' | 'previousElementSibling',
): HTMLElement | undefined => {
  let element = start?.[way] ?? null;
  while (element && !element.hasAttribute('data-row')) element = element[way];
  return element instanceof HTMLElement ? element : undefined;
};

/** Arrow keys walk through the rows while a row itself has the focus. */
function walk(event: KeyboardEvent<HTMLElement>): boolean {
  const row = event.currentTarget;
  if (event.target !== row) return false;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  event.preventDefault();
  dataRow(row, event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling')?.focus();
  return true;
}

/** A click on a control inside the row is the control's, and so is the end of a text selection. */
const isOnControl = (event: MouseEvent): boolean =>
  (event.target instanceof Element &&
    event.target.closest('button, a, input, select, textarea, label, [role=menu]') !== null) ||
  (window.getSelection()?.toString() ?? '') !== '';

export function TableRows<Row>({
  label,
  columns,
  rows,
  rowKey,
  actions,
  expanded,
  canExpand,
  onOpen,
  dimmed,
  order,
  opened,
  toggle,
  compact,
}: OpenRows<Row> & { readonly compact: boolean }): ReactElement {
  const t = useTexts();
  const opens = (row: Row): boolean => onOpen !== undefined || (expanded !== undefined && (canExpand?.(row) ?? true));
  const open = (row: Row): void => (expanded ? toggle(rowKey(row)) : onOpen?.(row));
  return (
    // Rows that open, and are walked through by arrow keys, are a treegrid's: a table's have no such state.
    <chakra.table
      css={tableStyle}
      data-compact={compact || undefined}
      aria-label={label}
      role={expanded ? 'treegrid' : undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              data-numeric={column.numeric || undefined}
              aria-sort={sortOf(column, order)}
              style={{ width: column.width }}
            >
              {column.sort === undefined || order === undefined ? (
                column.header
              ) : (
                <SortHead column={{ ...column, sort: column.sort }} order={order} />
              )}
            </th>
          ))}
          {actions ? (
            <th scope="col" data-actions>
              <chakra.span srOnly>{t.table.actions}</chakra.span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const key = rowKey(row);
          const isOpen = opened === String(key) && expanded !== undefined;
          return (
            <Fragment key={key}>
              <tr
                data-row
                data-off={dimmed?.(row) || undefined}
                data-opens={opens(row) || undefined}
                tabIndex={index === 0 ? 0 : -1}
                aria-expanded={expanded && opens(row) ? isOpen : undefined}
                onKeyDown={(event) => {
                  if (walk(event) || event.target !== event.currentTarget) return;
                  if (event.key === 'Enter' && opens(row)) open(row);
                  if (event.key === 'Escape' && isOpen) toggle(key);
                }}
                onClick={(event) => {
                  if (opens(row) && !isOnControl(event)) open(row);
                }}
              >
                {columns.map((column) => (
                  <td key={column.id} data-numeric={column.numeric || undefined}>
                    {column.cell(row)}
                  </td>
                ))}
                {actions ? <td data-actions>{actions(row)}</td> : null}
              </tr>
              {isOpen ? (
                <tr data-detail>
                  <td colSpan={columns.length + (actions ? 1 : 0)}>{expanded(row)}</td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </chakra.table>
  );
}
