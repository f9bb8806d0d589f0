import { setTimeout as pause } from 'node:timers/promises';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { z } from 'zod';
import { sizeOf } from '../loader/load-installation.ts';
import type { ConsoleClient } from '../console-client/console-client.ts';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, mib, ms, shown } from './figure.ts';
import { askedMs, inTurns, openFilled } from './filled-console.ts';
import { quantile } from './statistics.ts';

const ONE = 1;
const MANY = 8;
const GOAL_ONE_MS = 25;
const GOAL_MANY_MS = 100;
const GOAL_CSV_BYTES = 64 * 1_024 * 1_024;
const MEMORY_EVERY_MS = 1_000;
const WARM_UP_CALLS = 3;
const P95 = 0.95;
const PAGE_ROWS = 100;
const auditPage = z.object({ items: z.array(z.object({ id: z.number() })) });
const S_MS = 1_000;
const DAY_S = 86_400;

export const lists: Benchmark = {
  title: 'Lists and statistics of a large installation',
  run: benchLists,
  how:
    'A filled installation (`npm run load`) on the embedded profile, asked over HTTP by root: each list by its first page, its next hundred rows, ' +
    'each filter and usual pairs, and the statistics, by one client and by eight at once. The worst of each list is named, with its query; a call is counted ' +
    'from its sending to its whole answer.',
};

type Asked = { readonly list: string; readonly path: string };
type Slow = Asked & { readonly oneMs: number; readonly manyMs: number };

/** The p95 of each query, the worst of each list as a figure. */
async function benchLists(resources: BenchResources): Promise<readonly Figure[]> {
  const { listCalls } = resources.effort;
  const { product, root } = await openFilled(resources);
  const { total: charges } = await root.get(
    `/api/log/?type=${LOG_TYPE.consumption}&p=1&page_size=1`,
    z.object({ total: z.number() }),
  );
  const size = sizeOf(charges);
  const ask = ({ path }: Asked): Promise<number> => askedMs(root, path);
  const measured: Slow[] = [];
  const first = await root.get(`/api/audit/?page_size=${PAGE_ROWS}`, auditPage);
  for (const asked of asks(Date.now() / S_MS, first.items.at(-1)?.id ?? 0)) {
    for (let call = 0; call < WARM_UP_CALLS; call += 1) await ask(asked);
    const one = await inTurns(ONE, listCalls, () => ask(asked));
    const many = await inTurns(MANY, listCalls, () => ask(asked));
    measured.push({ ...asked, oneMs: quantile(one, P95), manyMs: quantile(many, P95) });
  }
  const figures = [...new Set(measured.map(({ list }) => list))].flatMap((list) => {
    const ofList = measured.filter((each) => each.list === list);
    const worst = (of: (each: Slow) => number): Slow =>
      ofList.reduce((slowest, each) => (of(each) > of(slowest) ? each : slowest));
    const [one, many] = [worst(({ oneMs }) => oneMs), worst(({ manyMs }) => manyMs)];
    return [
      figure(`${list}, p95 of the slowest of ${ofList.length} queries, one client: \`${one.path}\``, ms(one.oneMs), {
        goal: atMost(one.oneMs, GOAL_ONE_MS, `${GOAL_ONE_MS} ms`),
      }),
      figure(`- eight clients: \`${many.path}\``, ms(many.manyMs), {
        goal: atMost(many.manyMs, GOAL_MANY_MS, `${GOAL_MANY_MS} ms`),
      }),
      ...ofList
        .filter(({ oneMs, manyMs, path }) => path !== one.path && (oneMs > GOAL_ONE_MS || manyMs > GOAL_MANY_MS))
        .map(({ path, oneMs, manyMs }) => figure(`- \`${path}\`, one and eight`, `${ms(oneMs)}, ${ms(manyMs)}`)),
    ];
  });
  return [
    ...figures,
    ...(await csvFigures(product, root)),
    figure(
      '- charges, people, others of each kind',
      `${shown(size.charges)}, ${shown(size.users)}, ${shown(size.codes)}`,
    ),
  ];
}

/** The whole log as a file, and what the process holds while it is read: once all that nobody needs is collected, in its main thread. */
async function csvFigures(product: BenchProcess, root: ConsoleClient): Promise<readonly Figure[]> {
  await root.linesOf('/api/log/export?username=person-77');
  const before = await product.memory();
  let [used, resident, isRead] = [0, 0, false];
  const watching = (async () => {
    while (!isRead) {
      const now = await product.memory();
      used = Math.max(used, now.usedBytes - before.usedBytes);
      resident = Math.max(resident, now.residentBytes - before.residentBytes);
      await pause(MEMORY_EVERY_MS);
    }
  })();
  const startedMs = performance.now();
  let endedMs = startedMs;
  const reading = root.linesOf('/api/log/export').finally(() => {
    isRead = true;
    endedMs = performance.now();
  });
  const [lines] = await Promise.all([reading, watching]);
  const rows = lines - 1;
  const seconds = (endedMs - startedMs) / S_MS;
  return [
    figure(`CSV of the whole log, ${shown(rows)} rows: memory held more than before`, mib(used), {
      goal: atMost(used, GOAL_CSV_BYTES, mib(GOAL_CSV_BYTES)),
    }),
    figure('- rows a second; resident more', `${shown(Math.round(rows / seconds))}, ${mib(resident)}`),
  ];
}

/** @param auditId of the last record of the first page: what comes next is asked for by it, where a list can be */
function asks(nowS: number, auditId: number): readonly Asked[] {
  const path = (base: string, query: Readonly<Record<string, string | number>>): string =>
    `${base}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  const page = { p: 1, page_size: PAGE_ROWS };
  const since = (days: number) => ({
    start_timestamp: Math.floor(nowS - days * DAY_S),
    end_timestamp: Math.floor(nowS),
  });
  const listed = (
    list: string,
    base: string,
    filters: readonly Readonly<Record<string, string | number>>[],
  ): readonly Asked[] =>
    [page, { ...page, p: 2 }, { ...page, p: 50 }, ...filters.map((filter) => ({ ...page, ...filter }))].map(
      (query) => ({
        list,
        path: path(base, query),
      }),
    );
  const statistics = [
    ...[1, 7, 30].flatMap((days) =>
      [
        {},
        { username: 'person-0' },
        { username: 'person-77' },
        { model_name: 'gpt-4o' },
        { channel: 3 },
        { username: 'person-0', model_name: 'gpt-4o' },
      ].map((filter) => ({ ...filter, ...since(days) })),
    ),
    ...[{ token_name: 'token-7' }, { group: 'vip' }, { model_name: 'claude-%' }].map((filter) => ({
      ...filter,
      ...since(1),
    })),
  ];
  return [
    ...listed('Users', '/api/user/', [
      { sort: 'quota', order: 'desc' },
      { sort: 'used_quota', order: 'desc' },
      { sort: 'request_count', order: 'desc' },
      { sort: 'username', order: 'asc' },
      { status: 1 },
    ]),
    ...[{ keyword: 'person-77' }, { keyword: 'nobody' }, { keyword: 'person', group: 'vip' }].map((query) => ({
      list: 'Users',
      path: path('/api/user/search', { ...page, ...query }),
    })),
    ...listed('Logs', '/api/log/', [
      { sort: 'created_at', order: 'asc' },
      { type: LOG_TYPE.consumption },
      { type: LOG_TYPE.topUp },
      { username: 'person-0' },
      { username: 'person-77' },
      { username: 'nobody' },
      { token_name: 'token-7' },
      { model_name: 'gpt-4o' },
      { model_name: 'claude-%' },
      { model_name: 'nothing-%' },
      { channel: 3 },
      { group: 'vip' },
      { username: 'person-0', model_name: 'gpt-4o' },
      { username: 'person-77', ...since(1) },
      { model_name: 'gpt-4o', channel: 3 },
      { model_name: 'gpt-4o', group: 'vip' },
      { ...since(1) },
      { ...since(30) },
      { tag: 'team=none' },
      { tag: 'team=search' },
      { status: 200 },
      { status: 503 },
      { cost_min: 800 },
      { cost_min: 1, cost_max: 5 },
      { request_id: 'loaded-0-17' },
    ]),
    ...listed('Codes', '/api/redemption/', [
      { sort: 'quota', order: 'desc' },
      { sort: 'created_time', order: 'asc' },
      { status: 1 },
      { status: 3 },
    ]),
    ...[{ keyword: 'spring-7' }, { keyword: 'nothing' }].map((query) => ({
      list: 'Codes',
      path: path('/api/redemption/search', { ...page, ...query }),
    })),
    ...listed('Orders', '/api/user/topups', [{ first: 'stuck' }, { first: 'stuck', p: 2 }]),
    ...listed('Audit', '/api/audit/', [
      { before: auditId },
      { before: auditId, actor: 'root' },
      { actor: 'root' },
      { action: 'user.edit' },
      { target_type: 'option' },
      { ...since(1) },
    ]),
    ...statistics.map((query) => ({ list: 'Statistics', path: path('/api/log/stat', query) })),
    ...[1, 7, 30].flatMap((days) =>
      [{}, { username: 'person-0' }].map((filter) => ({
        list: 'Dashboards',
        path: path('/api/data/', { ...filter, ...since(days) }),
      })),
    ),
  ];
}
