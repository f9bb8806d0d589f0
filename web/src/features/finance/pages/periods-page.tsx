import { Button } from '@chakra-ui/react';
import { useMemo, useState, type ReactElement } from 'react';
import { LuPlus } from 'react-icons/lu';
import { NEW, openedOfNone } from '../../../shared/filters/opened.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { type Period, usePeriodsQuery } from '../api/periods-api.ts';
import { CloseDrawer, ReopenDrawer } from '../components/close-drawer.tsx';
import { periodColumns } from '../components/period-columns.tsx';
import { PeriodFacts } from '../components/period-facts.tsx';
import { KEEPS_BOOKS } from '../keeps-books.ts';
import { periodsTexts } from '../periods-texts.ts';
import { periodsTitle } from '../periods-title.ts';

/** How often it is asked how far a close is while one goes on, and otherwise, in milliseconds. */
const CLOSING_EVERY_MS = 1_000;
const EVERY_MS = 30_000;

/** Periods of the books: what is closed, with its sums, what came late, and its bundle. A close goes on whoever looks. */
export function PeriodsPage(): ReactElement {
  const own = useOwnTexts(periodsTexts);
  const title = periodsTitle[useLanguage()];
  const size = usePageSize();
  const { may } = useSession();
  const { page, setPage } = useFilters({});
  const { what, open, close } = useOpened();
  const isClosing = openedOfNone(what) === NEW;
  const [everyMs, setEveryMs] = useState(EVERY_MS);
  const [reopening, setReopening] = useState<Period>();
  const query = usePeriodsQuery({ page, size }, { pollingInterval: everyMs, skipPollingIfUnfocused: true });
  // Asked again and again: rows stay as they are meanwhile, but for another page.
  const shown = { ...query, isFetching: query.isFetching && query.currentData === undefined };
  const items = query.data?.items;
  const wantedMs = items?.some(({ status }) => status === 'closing') === true ? CLOSING_EVERY_MS : EVERY_MS;
  if (wantedMs !== everyMs) setEveryMs(wantedMs);
  const last = page === 1 ? items?.[0] : undefined;
  const columns = useMemo(() => periodColumns(own), [own]);
  const mayReopen = ({ id, status }: Period): boolean => may(KEEPS_BOOKS) && status === 'closed' && id === last?.id;
  const order = may(KEEPS_BOOKS) ? (
    <Button variant="solid" colorPalette="brand" onClick={() => open(NEW)}>
      <LuPlus />
      {own.close}
    </Button>
  ) : undefined;
  return (
    <Page title={title} about={own.about} action={order} wide>
      <DataTable
        label={title}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        query={shown}
        empty={<EmptyState title={own.empty} about={own.emptyAbout} />}
        expanded={(period) => <PeriodFacts period={period} />}
        actions={(period) =>
          mayReopen(period) ? (
            <RowMenu
              name={own.name(period.id)}
              actions={[{ id: 'reopen', label: own.reopen, run: () => setReopening(period) }]}
            />
          ) : null
        }
      />
      <Pager page={page} onPage={setPage} query={shown} />
      {isClosing && items !== undefined && page === 1 ? <CloseDrawer last={last} onClose={close} /> : null}
      {reopening ? <ReopenDrawer period={reopening} onClose={() => setReopening(undefined)} /> : null}
    </Page>
  );
}
