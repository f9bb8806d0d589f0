import type { SystemStyleObject } from '@chakra-ui/react';

/** One style for the whole table: a hundred rows stay cheap, since cells are plain elements. Rows are 40 px, 32 px when compact. */
export const tableStyle: SystemStyleObject = {
  width: '100%',
  fontSize: '13px',
  lineHeight: '20px',
  borderCollapse: 'collapse',
  // Of this table alone: what an open row shows may hold another.
  '& > thead > tr > :is(th, td)': {
    bg: 'bg.panel',
    color: 'fg.muted',
    fontWeight: 500,
    textAlign: 'start',
    whiteSpace: 'nowrap',
    px: '2',
    height: '36px',
    position: 'sticky',
    top: 'var(--head-top, 0)',
    zIndex: 1,
    // A border would stay behind where the head sticks.
    boxShadow: 'inset 0 -1px 0 var(--chakra-colors-border)',
  },
  '& > thead > tr > th:first-of-type': { borderStartStartRadius: 'l3' },
  '& > thead > tr > th:last-of-type': { borderStartEndRadius: 'l3' },
  '& > tbody > tr > td': { px: '2', py: '1', height: '40px', bg: 'bg', whiteSpace: 'nowrap', borderBottomWidth: '1px' },
  '& > tbody > tr:last-of-type > td': { borderBottomWidth: '0' },
  '& > tbody > tr:last-of-type > td:first-of-type': { borderEndStartRadius: 'l3' },
  '& > tbody > tr:last-of-type > td:last-of-type': { borderEndEndRadius: 'l3' },
  // Where there is little room a name gives way to the figures beside it.
  '@media (max-width: 1279.98px)': {
    '& > * > tr > [data-title]': { width: '100%', maxWidth: '0', minWidth: '120px', overflow: 'hidden' },
    '& > tbody > tr > [data-title] > *': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  '&[data-compact] > tbody > tr > td': { height: '32px', py: '0' },
  '& > * > tr > [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& > thead > tr > th:first-of-type, & > tbody > tr > td:first-of-type': { ps: '3' },
  '& > * > tr > [data-tool]': { width: '32px', px: '0' },
  '& > * > tr > [data-tool=choose]': { ps: '1' },
  '& > * > tr > [data-tool=open]': { textAlign: 'center' },
  '& > * > tr > [data-tool] + :not([data-tool])': { ps: '1' },
  '& [data-chevron]': {
    display: 'inline-grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    color: 'fg.muted',
    verticalAlign: 'middle',
    borderRadius: 'l2',
  },
  '& button[data-chevron]': { cursor: 'pointer', _hover: { color: 'fg' } },
  '& [data-chevron=open] svg': { transform: 'rotate(90deg)' },
  '& > tbody > tr[data-chosen] > td, & > tbody > tr[data-chosen]:hover > td': { bg: 'brand.subtle' },
  // Actions stay in sight where a table is wider than the page.
  '& > * > tr > [data-actions]': { textAlign: 'end', width: '1%', ps: '2', position: 'sticky', insetInlineEnd: '0' },
  '& > tbody > tr[data-off] > td': { color: 'fg.muted' },
  '& tr[data-opens]': { cursor: 'pointer' },
  // Moved into sight, a row stands below the top bar and the head.
  '& tr[data-row]': { scrollMarginTop: '100px', scrollMarginBottom: '64px' },
  '& > tbody > tr[data-row]:not([data-chosen]):hover > td': { bg: 'bg.panel' },
  '& tr[data-row]:focus-visible': { outline: '2px solid', outlineColor: 'brand', outlineOffset: '-2px' },
  '& > tbody > tr[data-detail] > td': { bg: 'bg.panel', p: '0', whiteSpace: 'normal' },
  // On paper there is nothing to press, and every amount has its place.
  _print: {
    '& > * > tr > [data-tool], & > * > tr > [data-actions]': { display: 'none' },
    '& > thead > tr > th': { position: 'static', whiteSpace: 'normal' },
    '& > tbody > tr > td': { height: 'auto' },
    '& > tbody > tr > [data-title]': { whiteSpace: 'normal' },
    '& > tbody > tr > [data-numeric] input': { borderColor: 'transparent', px: '0', ms: '0', textAlign: 'end' },
  },
};
