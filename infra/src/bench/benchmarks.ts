import type { BenchResources } from './bench-resources.ts';
import { benchColdStart } from './cold-start-benchmark.ts';
import type { Figure } from './figure.ts';
import { benchLatency } from './latency-benchmark.ts';
import { benchOneUser } from './one-user-benchmark.ts';
import { benchLedger, benchRelay, benchStreams } from './relay-benchmarks.ts';
import { benchAppends, benchLag, benchRebuilding } from './store-benchmarks.ts';

export type Benchmark = {
  readonly title: string;
  /** How it is measured, for the report. */
  readonly how: string;
  readonly run: (resources: BenchResources) => Promise<readonly Figure[]>;
};

/** By the name that `npm run bench -- NAME` takes, in the order of the report. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'cold-start': {
    title: 'Cold start', run: benchColdStart,
    how: 'The built product is started with `node infra/dist/start.js` on a folder that is not there yet, stopped with SIGTERM and started again; a socket asks every 5 ms. Medians of the runs in seconds.',
  },
  'relay': {
    title: 'Relay without ledger', run: benchRelay,
    how: 'Whole answers of 700 bytes, 64 connections. The relay\'s routes with a directory in memory and a cashier that grants everything, against a proxy of node:http and undici that does nothing else, both before one upstream.',
  },
  'ledger': {
    title: 'Ledger on against off', run: benchLedger,
    how: 'The same requests to the whole product in one process (a hundred users, leases, till, durable events, projections, console) against the relay above. 128 connections. Caught up when the log shows every charge.',
  },
  'latency': {
    title: 'Added latency', run: benchLatency,
    how: '300 requests a second, sent whether earlier ones are answered or not; from sending to the last byte. Differences of the quantiles of neighbouring runs.',
  },
  'streams': {
    title: 'Streams of 50 events', run: benchStreams,
    how: 'The upstream sends each event in a turn of its own; 64 connections. CPU time of the process in the middle alone.',
  },
  'one-user': {
    title: 'One user against a hundred', run: benchOneUser,
    how: '100 connections with one key, against 100 connections with a key each, on the whole product. Appends are counted at the event store, conflicts over all streams.',
  },
  'appends': {
    title: 'Durable appends', run: benchAppends,
    how: 'Each producer waits for the acknowledgement of its event before the next. The bare INSERT writes the same rows into a table with the same indexes, 64 rows a statement and commit, nothing checked. fsync is on.',
  },
  'rebuild': {
    title: 'Projection rebuild', run: benchRebuilding,
    how: 'A ledger of charges of a hundred users; every run fills a further generation beside the live one, with all indexes.',
  },
  'lag': {
    title: 'Projection lag', run: benchLag,
    how: 'Charges are appended every few milliseconds at a fixed rate, in the process that also runs the projections, as in the embedded profile.',
  },
};
