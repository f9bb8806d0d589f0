import { against } from './against-benchmark.ts';
import { asOf } from './as-of-benchmark.ts';
import type { Benchmark } from './benchmark.ts';
import { consoleOfPages } from './console-benchmark.ts';
import { cluster } from './cluster-benchmark.ts';
import { conversion } from './conversion-benchmark.ts';
import { coldStart } from './cold-start-benchmark.ts';
import { exportsOfLedger } from './exports-benchmark.ts';
import { feedThroughput } from './feed-benchmark.ts';
import { feedLag } from './feed-lag-benchmark.ts';
import { hostile } from './hostile-benchmark.ts';
import { latency } from './latency-benchmark.ts';
import { lists } from './lists-benchmark.ts';
import { longAccount } from './long-account-benchmark.ts';
import { notary } from './notary-benchmark.ts';
import { oneUser } from './one-user-benchmark.ts';
import { openStreams } from './open-streams-benchmark.ts';
import { ledgerOnAgainstOff, relayWithoutLedger, streams } from './relay-benchmarks.ts';
import { statements } from './statements-benchmark.ts';
import { durableAppends, projectionLag, projectionRebuild } from './store-benchmarks.ts';

/** By the name that `npm run bench -- NAME` takes, in the order of the report. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'cold-start': coldStart,
  console: consoleOfPages,
  relay: relayWithoutLedger,
  ledger: ledgerOnAgainstOff,
  latency,
  streams,
  conversion,
  'open-streams': openStreams,
  hostile,
  'one-user': oneUser,
  notary,
  appends: durableAppends,
  rebuild: projectionRebuild,
  lag: projectionLag,
  'long-account': longAccount,
  lists,
  'as-of': asOf,
  statements,
  exports: exportsOfLedger,
  cluster,
  feed: feedThroughput,
  'feed-lag': feedLag,
  against,
};
