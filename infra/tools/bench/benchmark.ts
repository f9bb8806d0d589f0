import type { BenchResources } from './bench-resources.ts';
import type { Figure } from './figure.ts';

export type Benchmark = {
  readonly title: string;
  /** How it is measured, for the report. */
  readonly how: string;
  /** Why it cannot be run on this machine; undefined where it can. */
  readonly missing?: (resources: BenchResources) => string | undefined;
  readonly run: (resources: BenchResources) => Promise<readonly Figure[]>;
};
