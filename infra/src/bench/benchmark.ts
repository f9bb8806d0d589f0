import type { BenchResources } from './bench-resources.ts';
import type { Figure } from './figure.ts';

export type Benchmark = {
  readonly title: string;
  /** How it is measured, for the report. */
  readonly how: string;
  readonly run: (resources: BenchResources) => Promise<readonly Figure[]>;
};
