import { Button, chakra, Flex } from '@chakra-ui/react';
import { type ReactElement, useMemo } from 'react';
import { LuCopy, LuDownload } from 'react-icons/lu';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column, ListQuery } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { saveFile } from '../../../shared/files/answered-file.ts';
import { CopyText, middle, useCopy } from '../../../shared/ui/copy.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import type { LedgerSeal } from '../api/seals-api.ts';
import { type SealsTexts, sealsTexts } from '../seals-texts.ts';

const ROOT_CHARACTERS = 17;
/** A phone has room for the signs alone; the buttons have their names. */
const Label = chakra('span', { base: { display: { base: 'none', sm: 'inline' } } });
const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

const columnsOf = (own: SealsTexts): readonly Column<LedgerSeal>[] => [
  {
    id: 'size',
    header: own.size,
    numeric: true,
    width: '112px',
    stacked: 'title',
    cell: ({ size }) => <Figures>{formatCount(size)}</Figures>,
  },
  { id: 'at', header: own.time, stacked: 'note', cell: ({ at }) => <Figures>{formatTime(at)}</Figures> },
  {
    id: 'root',
    header: own.root,
    cell: ({ root }) => <CopyText text={root} shown={middle(root, ROOT_CHARACTERS)} label={own.root} />,
  },
  {
    id: 'key',
    header: own.key,
    from: 1280,
    cell: ({ key_id: id }) => <CopyText text={id} label={own.key} />,
  },
  { id: 'note', header: own.note, stacked: 'figure', cell: (seal) => <HeadActions seal={seal} own={own} /> },
];

type HeadListProps = { readonly heads: readonly LedgerSeal[] | undefined; readonly query: ListQuery };

/** Heads that were sealed, the newest first, each to be taken along. */
export function HeadList({ heads, query }: HeadListProps): ReactElement {
  const own = useOwnTexts(sealsTexts);
  const columns = useMemo(() => columnsOf(own), [own]);
  return (
    <DataTable
      label={own.heads}
      columns={columns}
      rows={heads}
      rowKey={({ position }) => position}
      query={query}
      empty={<EmptyState title={own.empty} about={own.emptyAbout} />}
    />
  );
}

function HeadActions({ seal, own }: { readonly seal: LedgerSeal; readonly own: SealsTexts }): ReactElement {
  const copy = useCopy();
  const size = formatCount(seal.size);
  // The head of this line: another key may have signed the same size later.
  const save = (): void => saveFile(new Blob([seal.note], { type: 'text/plain' }), `checkpoint-${seal.size}.txt`);
  return (
    <Flex gap="2">
      <Button
        size="xs"
        variant="outline"
        minH="32px"
        aria-label={own.copyOf(size)}
        title={own.copyOf(size)}
        onClick={() => void copy(seal.note, own.copied)}
      >
        <LuCopy aria-hidden />
        <Label>{own.copy}</Label>
      </Button>
      <Button
        size="xs"
        variant="outline"
        minH="32px"
        aria-label={own.downloadOf(size)}
        title={own.downloadOf(size)}
        onClick={save}
      >
        <LuDownload aria-hidden />
        <Label>{own.download}</Label>
      </Button>
    </Flex>
  );
}
