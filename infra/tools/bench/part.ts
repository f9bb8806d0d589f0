/**
 * The processes of a benchmark: what stands behind, well or badly behaved, the bare proxy, the relay without its ledger, a process of the product; of the way
 * through Kafka the publisher alone and the projector alone.
 */
export const PART_ROLES = ['upstream', 'hostile', 'raw', 'relay', 'product', 'publisher', 'projector'] as const;
/** The model that the relay of the benchmarks has of a channel that speaks Claude. */
export const CLAUDE = 'claude-3-5-sonnet-20241022';

export type PartRole = (typeof PART_ROLES)[number];

/** `begin`: those of the way through Kafka wait for it. */
export type Question = 'cpu' | 'memory' | 'lateness' | 'appends' | 'begin' | 'published' | 'progress' | 'applied';

export type Memory = { readonly residentBytes: number; readonly usedBytes: number };
/** Of a process's turns. */
export type Lateness = { readonly p50Ms: number; readonly p99Ms: number; readonly longestMs: number };

export type AppendCounts = { readonly byStream: ReadonlyMap<string, number>; readonly conflicts: number };

/** What a projector has committed since it began: `positions[i]` at `atMs[i]` of `machineMs`. */
export type Applied = { readonly positions: Float64Array; readonly atMs: Float64Array };

/** What a part tells its parent: where it listens, once it does; then what it is asked. */
export type Answer = {
  readonly url?: string;
  readonly cpuMs?: number;
  /** Of the database server behind the product. */
  readonly databaseCpuMs?: number;
  readonly memory?: Memory;
  readonly lateness?: Lateness;
  readonly appends?: AppendCounts;
  /** How far the publisher is, and when it was first seen to be so far. */
  readonly published?: { readonly position: number; readonly atMs: number };
  /** How many events the projector has committed, and of how many partitions it reads. */
  readonly progress?: { readonly events: number; readonly partitions: number };
  readonly applied?: Applied;
};

export type Part = {
  readonly url: string;
  /** `cpu`, `memory` and `lateness` are answered for every part. */
  readonly answers: { readonly [Asked in Question]?: () => Answer };
  readonly end: () => Promise<void>;
};
