import { Button } from '@chakra-ui/react';
import { useMemo, useState, type ReactElement } from 'react';
import { LuPlus } from 'react-icons/lu';
import { NEW, openedOfNone } from '../../../shared/filters/opened.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { type RowAction, RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { type ExportJob, useDeleteExportMutation, useExportsQuery } from '../api/exports-api.ts';
import { exportColumns, isUnfinished } from '../components/export-columns.tsx';
import { ExportDrawer } from '../components/export-drawer.tsx';
import { ExportFacts } from '../components/export-facts.tsx';
import { exportsTexts } from '../exports-texts.ts';
import { exportsTitle } from '../exports-title.ts';

/** How often it is asked how far exports are while one is not finished, and otherwise, in milliseconds. */
const UNFINISHED_EVERY_MS = 1_000;
const EVERY_MS = 30_000;

/** Files of finance: what was ordered, how far it is, and what is done. The server goes on whoever looks. */
export function ExportsPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(exportsTexts);
  const title = exportsTitle[useLanguage()];
  const size = usePageSize();
  const { page, setPage } = useFilters({});
  const { what, open, close } = useOpened();
  const isOrdering = openedOfNone(what) === NEW;
  const [everyMs, setEveryMs] = useState(EVERY_MS);
  const [deleting, setDeleting] = useState<ExportJob>();
  const query = useExportsQuery({ page, size }, { pollingInterval: everyMs, skipPollingIfUnfocused: true });
  // Asked again and again: rows stay as they are meanwhile, but for another page.
  const shown = { ...query, isFetching: query.isFetching && query.currentData === undefined };
  const items = query.data?.items;
  const wantedMs = items?.some(isUnfinished) === true ? UNFINISHED_EVERY_MS : EVERY_MS;
  if (wantedMs !== everyMs) setEveryMs(wantedMs);
  const [remove] = useDeleteExportMutation();
  const { run } = useAction(remove);
  const nowMs = query.fulfilledTimeStamp ?? 0;
  const columns = useMemo(() => exportColumns(own, nowMs), [own, nowMs]);
  const actionsOf = (job: ExportJob): readonly RowAction[] =>
    isUnfinished(job)
      ? [{ id: 'cancel', label: own.cancel, run: () => void run(job.id, own.cancelled(job.id)) }]
      : [{ id: 'delete', label: t.common.delete, danger: true, run: () => setDeleting(job) }];
  const order = (
    <Button variant="solid" colorPalette="brand" onClick={() => open(NEW)}>
      <LuPlus />
      {own.order}
    </Button>
  );
  return (
    <Page title={title} about={own.about} action={order} wide>
      <DataTable
        label={title}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        query={shown}
        empty={<EmptyState title={own.empty} about={own.emptyAbout} />}
        expanded={(job) => <ExportFacts job={job} />}
        actions={(job) => (job.may_delete ? <RowMenu name={own.name(job.id)} actions={actionsOf(job)} /> : null)}
      />
      <Pager page={page} onPage={setPage} query={shown} />
      {isOrdering ? <ExportDrawer onClose={close} /> : null}
      {deleting ? (
        <ConfirmDialog
          title={own.deleteTitle(deleting.id)}
          about={own.deleteAbout}
          confirm={t.common.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            await remove(deleting.id).unwrap();
            tellSuccess(own.deleted(deleting.id));
          }}
        />
      ) : null}
    </Page>
  );
}
