/** The processes of a benchmark: what stands behind, the bare proxy, the relay without its ledger, and the whole product. */
export type PartRole = 'upstream' | 'raw' | 'relay' | 'product';

export type Question = 'cpu' | 'appends';

export type AppendCounts = { readonly byStream: ReadonlyMap<string, number>; readonly conflicts: number };

/** What a part tells its parent: where it listens, once it does; then what it is asked. */
export type Answer = {
  readonly url?: string;
  readonly cpuMs?: number;
  /** Of the database server behind the product. */
  readonly databaseCpuMs?: number;
  readonly appends?: AppendCounts | undefined;
};

/** Runs one part in this process until its parent ends it. */
export async function runBenchPart(role: PartRole, parameter: string): Promise<void> {
  const part = await opened(role, parameter);
  process.on('message', (question: Question) => tell(question === 'cpu' ? { cpuMs: cpuMs(), databaseCpuMs: part.databaseCpuMs() } : { appends: part.appends() }));
  process.once('disconnect', () => void part.end());
  process.once('SIGTERM', () => void part.end());
  tell({ url: part.url });
}

type Part = { readonly url: string; readonly appends: () => AppendCounts | undefined; readonly databaseCpuMs: () => number; readonly end: () => Promise<void> };

/** Each process loads only what it runs. */
async function opened(role: PartRole, parameter: string): Promise<Part> {
  if (role === 'product') return (await import('./product-part.ts')).openProduct(parameter);
  const { openServer } = await import('./server-parts.ts');
  const url = await openServer(role, parameter);
  return { url, appends: () => undefined, databaseCpuMs: () => 0, end: async () => process.exit(0) };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const tell = (answer: Answer): void => {
  process.send?.(answer);
};
