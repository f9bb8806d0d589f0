import { byNumber, byText, numbers, texts } from '../runner/columns.ts';

type BucketKey = { readonly accountId: number; readonly timeS: number; readonly model: string };
type BucketValues = { count: number; quota: number; tokens: number };

/** Sums of one grain; a part of the key that the grain does not have is 0 or ''. */
export class Buckets {
  readonly #buckets = new Map<string, BucketKey & BucketValues>();

  add(key: BucketKey, { count, quota, tokens }: Readonly<BucketValues>): void {
    const text = `${key.accountId}/${key.timeS}/${key.model}`;
    const bucket = this.#buckets.get(text);
    if (bucket === undefined) {
      this.#buckets.set(text, { ...key, count, quota, tokens });
      return;
    }
    bucket.count += count;
    bucket.quota += quota;
    bucket.tokens += tokens;
  }

  get size(): number {
    return this.#buckets.size;
  }

  sorted(): readonly (BucketKey & Readonly<BucketValues>)[] {
    return [...this.#buckets.values()].sort(
      (one, other) =>
        byNumber(one.accountId, other.accountId) || byNumber(one.timeS, other.timeS) || byText(one.model, other.model),
    );
  }

  /** As array literals for `unnest`: the key's columns in this order, then count, quota, tokens. */
  columns(...key: readonly (keyof BucketKey)[]): readonly string[] {
    const sorted = this.sorted();
    return [
      ...key.map((part) =>
        part === 'model' ? texts(sorted.map(({ model }) => model)) : numbers(sorted.map((bucket) => bucket[part])),
      ),
      numbers(sorted.map(({ count }) => count)),
      numbers(sorted.map(({ quota }) => quota)),
      numbers(sorted.map(({ tokens }) => tokens)),
    ];
  }
}
