import { chakra } from '@chakra-ui/react';
import { Fragment, type KeyboardEvent, type ReactElement } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { ChooseBox } from './choose-box.tsx';
import type { RowsProps } from './columns.ts';
import { RowFacts } from './row-facts.tsx';
import { isOnControl } from './is-on-control.ts';
import { isTitle } from './shown-columns.ts';
import { SortHead, sortOf } from './sort-head.tsx';
import { tableStyle } from './table-style.ts';
import { useChoosing, type Choosing } from './use-choosing.ts';
import { useInSight } from './use-in-sight.ts';

const dataRow = (
  start: Element | null,
  way: 'nextElementSibling' | 'previousElementSibling',
): HTMLElement | undefined => {
  let element = start?.[way] ?? null;
  while (element && !element.hasAttribute('data-row')) element = element[way];
  return element instanceof HTMLElement ? element : undefined;
};

/** Arrow keys walk through the rows while a row itself has the focus; where they lead to is answered. */
function walk(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined;
  event.preventDefault();
  const next = dataRow(
    event.currentTarget,
    event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling',
  );
  next?.focus();
  return next;
}

type TableRowsProps<Row> = RowsProps<Row> & { readonly compact: boolean };

export function TableRows<Row>(props: TableRowsProps<Row>): ReactElement {
  const { label, rows, rowKey, unfolds, selection, compact } = props;
  const choosing = useChoosing(selection, rows, rowKey);
  return (
    // Rows that unfold, and are walked through by arrow keys, are a treegrid's: a table's have no such state.
    <chakra.table
      css={tableStyle}
      data-compact={compact || undefined}
      aria-label={label}
      role={unfolds ? 'treegrid' : selection ? 'grid' : undefined}
      aria-multiselectable={selection ? true : undefined}
    >
      <thead>
        <Head {...props} />
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <OneRow key={rowKey(row)} {...props} row={row} index={index} choosing={choosing} />
        ))}
      </tbody>
    </chakra.table>
  );
}

/** Whether rows have a first cell with what opens them. */
const hasChevrons = <Row,>({ unfolds, onOpen }: RowsProps<Row>): boolean => unfolds || onOpen !== undefined;

function Head<Row>(props: RowsProps<Row>): ReactElement {
  const { shown, rows, rowKey, order, selection, actions } = props;
  const t = useTexts();
  const chosen = selection ? rows.filter((row) => selection.chosen.has(String(rowKey(row)))).length : 0;
  return (
    <tr>
      {selection ? (
        <th scope="col" data-tool="choose">
          <ChooseBox
            label={t.table.choosePage}
            isChosen={chosen === rows.length}
            isPartly={chosen > 0}
            onChoose={(isChosen) => selection.choose(rows, isChosen)}
          />
        </th>
      ) : null}
      {hasChevrons(props) ? (
        <th scope="col" data-tool="open">
          <chakra.span srOnly>{t.table.more}</chakra.span>
        </th>
      ) : null}
      {shown.map((column) => (
        <th
          key={column.id}
          scope="col"
          data-column={column.id}
          data-title={isTitle(column) || undefined}
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
  );
}

type OneRowProps<Row> = TableRowsProps<Row> & {
  readonly row: Row;
  readonly index: number;
  readonly choosing: Choosing<Row> | undefined;
};

function OneRow<Row>(props: OneRowProps<Row>): ReactElement {
  const { row, index, rows, rowKey, shown, inRow, selection, choosing, actions, expanded, onOpen, dimmed } = props;
  const { opened, unfolds, toggle } = props;
  const t = useTexts();
  const key = rowKey(row);
  const isOpen = unfolds && opened === String(key);
  const isChosen = choosing?.isChosen(row) ?? false;
  const inSight = useInSight<HTMLTableRowElement>(isOpen);
  const chevron = hasChevrons(props);
  const open = (): void => (onOpen ? onOpen(row) : toggle(key));
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    const next = walk(event);
    if (next && event.shiftKey) {
      const reached = rows[Number(next.dataset['row'])];
      if (reached !== undefined && choosing) {
        if (!isChosen) choosing.choose(row, true);
        choosing.choose(reached, true, true);
      }
    }
    if (event.key === ' ' && choosing) {
      event.preventDefault();
      choosing.choose(row, event.shiftKey || !isChosen, event.shiftKey);
    }
    if (event.key === 'Enter' && (onOpen || unfolds)) open();
    if ((event.key === 'ArrowRight' && unfolds && !isOpen) || (event.key === 'ArrowLeft' && isOpen)) toggle(key);
    if (event.key === 'Escape' && isOpen) toggle(key);
  };
  return (
    <Fragment>
      <tr
        ref={inSight}
        data-row={index}
        data-off={dimmed?.(row) || undefined}
        data-opens={onOpen !== undefined || unfolds || undefined}
        data-chosen={isChosen || undefined}
        aria-selected={selection ? isChosen : undefined}
        tabIndex={index === 0 ? 0 : -1}
        aria-expanded={unfolds ? isOpen : undefined}
        onKeyDown={onKey}
        onMouseDown={(event) => {
          // Shift chooses rows, and no text between them.
          if (event.shiftKey && choosing && !isOnControl(event)) event.preventDefault();
        }}
        onClick={(event) => {
          if (isOnControl(event)) return;
          if (event.shiftKey && choosing) choosing.choose(row, true, true);
          else if (onOpen || unfolds) open();
        }}
      >
        {selection && choosing ? (
          <td data-tool="choose">
            <ChooseBox
              label={t.table.choose(selection.nameOf(row))}
              isChosen={isChosen}
              onChoose={(chosen, isRange) => choosing.choose(row, chosen, isRange)}
            />
          </td>
        ) : null}
        {chevron ? (
          <td data-tool="open">
            {unfolds ? (
              <chakra.button
                type="button"
                data-chevron={isOpen ? 'open' : 'closed'}
                aria-label={isOpen ? t.table.less : t.table.more}
                aria-expanded={isOpen}
                tabIndex={-1}
                onClick={() => toggle(key)}
              >
                <LuChevronRight aria-hidden />
              </chakra.button>
            ) : onOpen ? (
              <chakra.span data-chevron="leads" aria-hidden>
                <LuChevronRight />
              </chakra.span>
            ) : null}
          </td>
        ) : null}
        {shown.map((column) => (
          <td
            key={column.id}
            data-column={column.id}
            data-title={isTitle(column) || undefined}
            data-numeric={column.numeric || undefined}
          >
            {column.cell(row)}
          </td>
        ))}
        {actions ? <td data-actions>{actions(row)}</td> : null}
      </tr>
      {isOpen ? (
        <tr data-detail>
          <td colSpan={shown.length + (selection ? 1 : 0) + (chevron ? 1 : 0) + (actions ? 1 : 0)}>
            <RowFacts columns={inRow} row={row} />
            {expanded?.(row)}
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
