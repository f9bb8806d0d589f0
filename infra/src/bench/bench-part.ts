import { ownCpuMs } from './process-cpu.ts';

/**
 * The processes of a benchmark: what stands behind, the bare proxy, the relay without its ledger, a process of the product; of the way through Kafka the
 * publisher alone and the projector alone.
 */
const PART_ROLES = ['upstream', 'raw', 'relay', 'product', 'publisher', 'projector'] as const;
export type PartRole = (typeof PART_ROLES)[number];

/** `begin`: those of the way through Kafka wait for it. */
export type Question = 'cpu' | 'appends' | 'begin' | 'published' | 'standing' | 'applied';

export type AppendCounts = { readonly byStream: ReadonlyMap<string, number>; readonly conflicts: number };

/** What a projector has committed since it began: `positions[i]` at `atMs[i]` of `machineMs`. */
export type Applied = { readonly positions: Float64Array; readonly atMs: Float64Array };

/** What a part tells its parent: where it listens, once it does; then what it is asked. */
export type Answer = {
  readonly url?: string;
  readonly cpuMs?: number;
  /** Of the database server behind the product. */
  readonly databaseCpuMs?: number;
  readonly appends?: AppendCounts;
  /** How far the publisher is, and when it was first seen to be so far. */
  readonly published?: { readonly position: number; readonly atMs: number };
  /** How many events the projector has committed, and of how many partitions it reads. */
  readonly standing?: { readonly events: number; readonly partitions: number };
  readonly applied?: Applied;
};

export type Part = {
  readonly url: string;
  /** `cpu` is answered for every part. */
  readonly answers: { readonly [Asked in Question]?: () => Answer };
  readonly end: () => Promise<void>;
};

/** Runs one part in this process until its parent ends it. Throws for a role that is none. */
export async function runBenchPart(name: string, parameter: string): Promise<void> {
  const role = PART_ROLES.find((known) => known === name);
  if (role === undefined) throw new Error(`${name} is no part of a benchmark`);
  const { url, answers, end } = await opened(role, parameter);
  const ends = (): void => void end().finally(() => process.exit(0));
  process.on('message', (question: Question) => tell({ cpuMs: ownCpuMs(), ...answers[question]?.() }));
  process.once('disconnect', ends);
  process.once('SIGTERM', ends);
  tell({ url });
}

/** Each process loads only what it runs. */
async function opened(role: PartRole, parameter: string): Promise<Part> {
  if (role === 'product') return (await import('./product-part.ts')).openProduct(parameter);
  if (role === 'publisher') return (await import('./publisher-part.ts')).openPublisher(parameter);
  if (role === 'projector') return (await import('./projector-part.ts')).openProjector(parameter);
  const { openServer } = await import('./server-parts.ts');
  return { url: await openServer(role, parameter), answers: {}, end: async () => undefined };
}

const tell = (answer: Answer): void => {
  process.send?.(answer);
};
