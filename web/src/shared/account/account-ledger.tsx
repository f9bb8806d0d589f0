import { Box, Button, Flex, Skeleton, Stack } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import { asFigures, useDue } from '../api/figures.ts';
import { OPENED } from '../filters/opened.ts';
import { useOpened } from '../filters/use-opened.ts';
import { useTexts } from '../i18n/text.tsx';
import { NewerRows, newerThan, NONE_NEWER } from '../table/newer-rows.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { SwitchField } from '../ui/fields.tsx';
import { formatDay } from '../time/time-format.ts';
import { useNewestEntriesQuery, useTimelineQuery, type TimelineEntry, type Whose } from './account-api.ts';
import { LedgerEntry } from './ledger-entry.tsx';

/** In the address: whether leases are shown. */
const LEASES = 'leases';

/** An account's events as sentences, newest first, with postings on demand. */
export function AccountLedger({ userId }: Whose): ReactElement {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const before = Number(params.get('before')) || 0;
  const leases = params.get(LEASES) === 'true';
  const { what, open, close } = useOpened();
  const query = useTimelineQuery({ userId, before, leases });
  const { data } = query;
  const isDue = useDue(`${userId} ${before} ${leases}`);
  const newest = useNewestEntriesQuery(isDue && before === 0 ? { userId, leases } : skipToken, asFigures);
  const newer =
    before === 0
      ? newerThan(
          query.currentData?.entries.map(({ position }) => position),
          newest.currentData,
        )
      : NONE_NEWER;
  const set = (name: string, value: string | null): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      next.delete(OPENED);
      return next;
    });
  const show = (position: number | null): void => set('before', position === null ? null : String(position));
  return (
    <>
      <Box className="no-print" mb="4" maxW="640px">
        <SwitchField
          label={t.ledger.leases}
          help={t.ledger.leasesAbout}
          checked={leases}
          onChange={(checked) => set(LEASES, checked ? 'true' : null)}
        />
      </Box>
      <NewerRows newer={newer} show={() => void query.refetch()} />
      {query.error && !query.isFetching ? (
        <FailedState what={t.nav.ledger} error={query.error} retry={() => void query.refetch()} />
      ) : !data ? (
        <Stack gap="4" aria-busy>
          {[60, 75, 50, 68, 55].map((width) => (
            <Skeleton key={width} height="18px" width={`${width}%`} />
          ))}
        </Stack>
      ) : data.entries.length === 0 ? (
        <EmptyState title={t.ledger.emptyTitle} about={t.ledger.emptyAbout} />
      ) : (
        <Box opacity={query.isFetching ? 0.55 : 1}>
          {byDay(data.entries).map(([day, entries]) => (
            <Box as="section" key={day} mb="6" aria-label={day}>
              <Box as="h2" fontSize="13px" fontWeight="600" pb="2" borderBottomWidth="1px">
                {day}
              </Box>
              <Box as="ol" listStyleType="none">
                {entries.map((entry) => {
                  const key = `${entry.position}-${entry.type}`;
                  const isOpen = what === key;
                  return (
                    <LedgerEntry
                      key={key}
                      entry={entry}
                      isOpen={isOpen}
                      toggle={() => (isOpen ? close() : open(key))}
                    />
                  );
                })}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {data && (before > 0 || data.next !== null) ? (
        <Flex justify="space-between" gap="2" mt="4">
          <Button disabled={before === 0} onClick={() => show(null)}>
            {t.ledger.newest}
          </Button>
          <Button disabled={data.next === null} onClick={() => show(data.next)}>
            {t.ledger.older}
          </Button>
        </Flex>
      ) : null}
    </>
  );
}

function byDay(entries: readonly TimelineEntry[]): readonly (readonly [string, readonly TimelineEntry[]])[] {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = formatDay(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
