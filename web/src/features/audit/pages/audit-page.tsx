import { AUDIT_ACTIONS, AUDIT_TARGET_TYPES, type AuditTargetType } from '@ledgate/domain/catalogue/audit';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { oneOf } from '../../../shared/filters/filter-value.ts';
import { RangePicker } from '../../../shared/filters/range-picker.tsx';
import { readRange } from '../../../shared/filters/read-range.ts';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { ExportButton } from '../../../shared/files/export-button.tsx';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { isRangePreset, rangePresets } from '../../../shared/time/ranges.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { actionName } from '../action-name.ts';
import { auditParams, useAuditQuery } from '../api/audit-api.ts';
import { auditColumns } from '../components/audit-columns.tsx';
import { AuditDetail } from '../components/audit-detail.tsx';
import { auditTexts } from '../texts.ts';
import { auditTitle } from '../title.ts';

const defaults = { range: '', actor: '', action: '', type: '', target: '' } as const;
type Key = keyof typeof defaults;
/** Of the filters whose texts are not free; an action may be of a later release. */
const checks = { type: oneOf(AUDIT_TARGET_TYPES) };
const LIST = 'audit';
const NO_RANGE = { start: 0, end: 0 };

/** Who has changed what, newest first; a record opens to what it changed. */
export function AuditPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(auditTexts);
  const title = auditTitle[useLanguage()];
  const size = usePageSize();
  const filters = useFilters<Key>(defaults, checks);
  const { values, set, page } = filters;
  const openRow = useOpened();
  const [askedAt] = useState(() => Date.now() / 1000);
  const range = values.range === '' ? NO_RANGE : readRange(values.range, askedAt);
  const narrowed = {
    actor: values.actor,
    action: values.action,
    targetType: values.type,
    targetId: values.target,
    start: range.start,
    end: range.end,
  };
  const query = useAuditQuery({ ...narrowed, page, size });
  const columns = useMemo(() => auditColumns(own), [own]);
  const setActor = useCallback((actor: string) => set({ actor }), [set]);
  const setTarget = useCallback((target: string) => set({ target }), [set]);
  const chipOf = (key: Key): readonly [label: string, value: string] => {
    switch (key) {
      case 'range':
        return [t.range.label, isRangePreset(values.range) ? t.range[values.range] : spanText(range)];
      case 'actor':
        return [own.actor, values.actor];
      case 'action':
        return [own.action, actionName(values.action, own)];
      case 'type':
        return [own.targetType, isTargetType(values.type) ? own.types[values.type] : values.type];
      case 'target':
        return [own.targetId, values.target];
    }
  };
  return (
    <Page title={title} about={own.about} wide>
      <FilterBar
        main={<SearchField label={own.actorSearch} value={values.actor} onChange={setActor} main />}
        chips={filters.active.map((key) => {
          const [label, value] = chipOf(key);
          return { key, label, value, remove: () => set({ [key]: '' }) };
        })}
        clear={filters.clear}
        end={
          <>
            <ExportButton list={title} url="/api/audit/export" params={auditParams(narrowed)} />
            <ViewMenu list={LIST} columns={columns} />
          </>
        }
        more={<SearchField label={own.targetId} value={values.target} onChange={setTarget} width="100%" />}
      >
        <ChoiceFilter
          label={own.action}
          value={values.action}
          any={own.anyAction}
          choices={AUDIT_ACTIONS.map((action) => [action, own.actions[action]])}
          onChange={(action) => set({ action })}
        />
        <ChoiceFilter
          label={own.targetType}
          value={values.type}
          any={own.anyTarget}
          choices={AUDIT_TARGET_TYPES.map((type) => [type, own.types[type]])}
          onChange={(type) => set({ type })}
        />
        {values.range === '' ? (
          <ChoiceFilter
            label={t.range.label}
            value=""
            any={own.anyTime}
            choices={rangePresets.map((preset) => [preset, t.range[preset]])}
            onChange={(chosen) => set({ range: chosen })}
          />
        ) : (
          <RangePicker value={values.range} onChange={(chosen) => set({ range: chosen })} />
        )}
      </FilterBar>
      <DataTable
        list={LIST}
        label={title}
        columns={columns}
        rows={query.data?.items}
        rowKey={({ id }) => id}
        query={query}
        openRow={openRow}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        empty={<EmptyState title={own.empty} about={own.emptyAbout} />}
        expanded={(record) => <AuditDetail record={record} />}
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
    </Page>
  );
}

const isTargetType = (text: string): text is AuditTargetType => AUDIT_TARGET_TYPES.some((type) => type === text);

const spanText = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  `${formatTime(start).slice(0, 16)} – ${formatTime(end).slice(0, 16)}`;
