import type { SystemStyleObject } from '@chakra-ui/react';

/** One style for the whole table: a hundred rows stay cheap, since cells are plain elements. Rows are 40 px, 32 px when compact. */
export const tableStyle: SystemStyleObject = {
  width: '100%',
  fontSize: '13px',
  lineHeight: '20px',
  borderCollapse: 'collapse',
  // Of this table alone: what an open row shows may hold another.
  '& > thead > tr > th': {
    bg: 'bg.panel',
    color: 'fg.muted',
    fontWeight: 500,
    textAlign: 'start',
    whiteSpace: 'nowrap',
    px: '2',
    height: '36px',
    borderBottomWidth: '1px',
  },
  '& > tbody > tr > td': { px: '2', py: '1', height: '40px', bg: 'bg', whiteSpace: 'nowrap', borderBottomWidth: '1px' },
  '& > tbody > tr:last-of-type > td': { borderBottomWidth: '0' },
  '&[data-compact] > tbody > tr > td': { height: '32px', py: '0' },
  '& > * > tr > [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& > thead > tr > th:first-of-type, & > tbody > tr > td:first-of-type': { ps: '3' },
  // Actions stay in sight where a table is wider than the page.
  '& > * > tr > [data-actions]': { textAlign: 'end', width: '1%', ps: '2', position: 'sticky', insetInlineEnd: '0' },
  '& > tbody > tr[data-off] > td': { color: 'fg.muted' },
  '& tr[data-opens]': { cursor: 'pointer' },
  '& > tbody > tr[data-row]:hover > td': { bg: 'bg.panel' },
  '& tr[data-row]:focus-visible': { outline: '2px solid', outlineColor: 'brand', outlineOffset: '-2px' },
  '& > tbody > tr[data-detail] > td': { bg: 'bg.panel', p: '0', whiteSpace: 'normal' },
};
