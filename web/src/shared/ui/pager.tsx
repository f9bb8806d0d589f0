import { Flex, IconButton, NativeSelect, Text } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { LuChevronLeft, LuChevronRight, LuChevronsLeft, LuChevronsRight } from 'react-icons/lu';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { currentParams } from '../filters/current-params.ts';
import { withoutSize } from '../filters/page-size.ts';
import { usePageSize } from '../filters/use-page-size.ts';
import { useTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { pageSizeChosen, pageSizes } from '../ui-state/ui-slice.ts';

type PagerProps = {
  /** Counted from 1. */
  readonly page: number;
  /** `replace`: the page that is left is no place to come back to. */
  readonly onPage: (page: number, replace?: boolean) => void;
  readonly query: {
    readonly isSuccess: boolean;
    readonly isFetching: boolean;
    /** This page's rows; a `total` that is undefined is not answered: then another page exists while a full one came. */
    readonly data?: { readonly items: readonly unknown[]; readonly total: number | undefined } | undefined;
  };
};

/** Goes from page to page. A page behind the end, as one is when its last row was deleted, leads to the last page; to the first where no total is known. */
export function Pager({ page, onPage, query }: PagerProps): ReactElement | null {
  const t = useTexts();
  const { items, total } = query.data ?? { items: [], total: 0 };
  const shown = items.length;
  const dispatch = useDispatch();
  const pageSize = usePageSize();
  const [, setParams] = useSearchParams();
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const isBehindEnd = query.isSuccess && !query.isFetching && shown === 0 && page > lastPage;
  useEffect(() => {
    if (isBehindEnd) onPage(lastPage, true);
  }, [isBehindEnd, lastPage, onPage]);
  const last = total === undefined ? shown < pageSize : page * pageSize >= total;
  if (page === 1 && last && (total ?? shown) <= pageSizes[0]) return null;
  const first = (page - 1) * pageSize + (shown > 0 ? 1 : 0);
  const until = (page - 1) * pageSize + shown;
  return (
    <Flex
      as="nav"
      aria-label={t.table.pages}
      align="center"
      justify="flex-end"
      gap="3"
      mt="3"
      wrap="wrap"
      fontSize="13px"
      color="fg.muted"
    >
      <NativeSelect.Root size="xs" width="auto" className="no-print">
        <NativeSelect.Field
          aria-label={t.table.pageSize}
          value={String(pageSize)}
          onChange={(event) => {
            const chosen = pageSizes.find((size) => String(size) === event.target.value);
            if (chosen) dispatch(pageSizeChosen(chosen));
            setParams(() => withoutSize(currentParams()));
          }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t.table.perPage(size)}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Text fontVariantNumeric="tabular-nums">
        {total === undefined
          ? t.table.rows(formatCount(first), formatCount(until))
          : t.table.rowsOf(formatCount(first), formatCount(until), formatCount(total))}
      </Text>
      <Flex gap="1" align="center" className="no-print">
        {total === undefined ? null : (
          <IconButton aria-label={t.table.first} size="xs" disabled={page <= 1} onClick={() => onPage(1)}>
            <LuChevronsLeft />
          </IconButton>
        )}
        <IconButton aria-label={t.table.previous} size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <LuChevronLeft />
        </IconButton>
        {total === undefined ? null : (
          <Text px="1" fontVariantNumeric="tabular-nums" aria-current="page">
            {t.table.pageOf(formatCount(page), formatCount(lastPage))}
          </Text>
        )}
        <IconButton aria-label={t.table.next} size="xs" disabled={last} onClick={() => onPage(page + 1)}>
          <LuChevronRight />
        </IconButton>
        {total === undefined ? null : (
          <IconButton aria-label={t.table.last} size="xs" disabled={last} onClick={() => onPage(lastPage)}>
            <LuChevronsRight />
          </IconButton>
        )}
      </Flex>
    </Flex>
  );
}
