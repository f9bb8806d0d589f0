import { Box, Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { LuChevronDown, LuChevronRight, LuChevronUp } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { ChooseBox } from './choose-box.tsx';
import type { Column, RowsProps } from './columns.ts';
import { isOnControl } from './is-on-control.ts';
import { RowFacts } from './row-facts.tsx';
import { type Choosing, useChoosing } from './use-choosing.ts';
import { useInSight } from './use-in-sight.ts';

/** A list on a small screen: rows of two lines that open. */
export function StackedRows<Row>(props: RowsProps<Row>): ReactElement {
  const { label, rows, rowKey, selection } = props;
  const choosing = useChoosing(selection, rows, rowKey);
  return (
    <Box as="ul" aria-label={label} listStyleType="none" fontSize="13px">
      {rows.map((row) => (
        <StackedRow key={rowKey(row)} {...props} row={row} choosing={choosing} />
      ))}
    </Box>
  );
}

type StackedRowProps<Row> = RowsProps<Row> & { readonly row: Row; readonly choosing: Choosing<Row> | undefined };

function StackedRow<Row>(props: StackedRowProps<Row>): ReactElement {
  const { row, rowKey, shown, inRow, selection, choosing, dimmed, expanded, onOpen, actions } = props;
  const { opened, toggle } = props;
  const t = useTexts();
  const key = rowKey(row);
  const unfolds = props.unfolds || actions !== undefined;
  const isOpen = unfolds && opened === String(key);
  const isChosen = choosing?.isChosen(row) ?? false;
  const inSight = useInSight<HTMLLIElement>(isOpen);
  const open = (): void => (unfolds ? toggle(key) : onOpen?.(row));
  const cell = (place: Column<Row>['stacked']) => shown.find(({ stacked }) => stacked === place)?.cell(row);
  return (
    <chakra.li
      ref={inSight}
      scrollMarginBlock="64px"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: 0 }}
      color={dimmed?.(row) ? 'fg.muted' : undefined}
      bg={isChosen ? 'brand.subtle' : undefined}
      data-row
    >
      <Flex align="center" ps={selection ? '0' : '3'} py="1" minH="56px">
        {selection && choosing ? (
          <ChooseBox
            label={t.table.choose(selection.nameOf(row))}
            isChosen={isChosen}
            onChoose={(chosen) => choosing.choose(row, chosen)}
          />
        ) : null}
        <Box
          flex="1"
          minW="0"
          pe={unfolds || onOpen ? '0' : '3'}
          onClick={(event) => {
            if (!isOnControl(event)) open();
          }}
        >
          <Line start={cell('title')} end={cell('figure')} strong />
          <Line start={cell('note')} end={cell('noteFigure')} />
        </Box>
        {unfolds || onOpen ? (
          <IconButton
            aria-label={isOpen ? t.table.less : t.table.more}
            aria-expanded={unfolds ? isOpen : undefined}
            size="sm"
            variant="ghost"
            minW="40px"
            minH="44px"
            onClick={open}
          >
            {unfolds ? isOpen ? <LuChevronUp /> : <LuChevronDown /> : <LuChevronRight />}
          </IconButton>
        ) : null}
      </Flex>
      {isOpen ? (
        <Box borderTopWidth="1px" bg="bg.panel">
          <RowFacts
            columns={inRow}
            row={row}
            actions={
              actions || (onOpen && inRow.length > 0) ? (
                <>
                  {onOpen ? (
                    <Button size="xs" variant="outline" onClick={() => onOpen(row)}>
                      {t.table.open}
                    </Button>
                  ) : null}
                  {actions?.(row)}
                </>
              ) : undefined
            }
          />
          {expanded?.(row)}
        </Box>
      ) : null}
    </chakra.li>
  );
}

/** Links one below another are as high as a finger needs. */
const LINE = { '& a': { display: 'inline-block', lineHeight: '24px' } };

type LineProps = { readonly start: ReactNode; readonly end: ReactNode; readonly strong?: boolean };

function Line({ start, end, strong = false }: LineProps): ReactElement {
  return (
    <Flex
      justify="space-between"
      gap="3"
      align="center"
      minH="24px"
      css={LINE}
      {...(strong ? { fontWeight: '500' } : { color: 'fg.muted', fontSize: '12px' })}
    >
      <chakra.div minW="0" overflowWrap="anywhere">
        {start}
      </chakra.div>
      <chakra.div flexShrink={0} fontVariantNumeric="tabular-nums">
        {end}
      </chakra.div>
    </Flex>
  );
}
