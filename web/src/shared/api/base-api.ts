import { createApi } from '@reduxjs/toolkit/query/react';
import { connection } from '../connection/connection.ts';
import { isBusy } from '../form/unsaved.ts';
import { haltChanges } from '../session/halt-changes.ts';
import { storedUser } from '../session/session-slice.ts';
import { tellNotice } from '../ui/toaster.tsx';
import { apiBaseQuery } from './base-query.ts';

export const tagTypes = [
  'Self',
  'Token',
  'Log',
  'Data',
  'Channel',
  'Redemption',
  'User',
  'Option',
  'Status',
  'Ledger',
  'Models',
  'Books',
  'PriceBook',
  'Order',
  'Export',
  'Seal',
  'Period',
] as const;

const KEEP_UNUSED_S = 120;
/** What is older when a page opens is shown and asked again: programs spend a balance while nobody touches the console. */
const FRESH_S = 2;

const slept = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** The one api of the console; each feature adds its calls with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery({
    onNotice: tellNotice,
    stored: storedUser,
    hasUnsaved: isBusy,
    haltChanged: (signal) => haltChanges.next(signal),
    connection,
    nowMs: Date.now,
    sleep: slept,
  }),
  tagTypes,
  keepUnusedDataFor: KEEP_UNUSED_S,
  refetchOnMountOrArgChange: FRESH_S,
  endpoints: () => ({}),
});
