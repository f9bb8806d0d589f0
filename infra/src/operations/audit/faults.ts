import { FAULTS_MAX, TOLD_CHARACTERS_MAX } from './limits.ts';

/** What is wrong (docs/exports.md#audit). */
export type FaultKind =
  'edited' | 'deleted' | 'inserted' | 'reordered' | 'truncated' | 'refilled' | 'signature' | 'manifest' | 'file';

/** Where: an event by its index, or events from one (inclusive) to another (exclusive). */
export type Place = { readonly index: number } | { readonly from: number; readonly before: number };

export type Fault = {
  readonly kind: FaultKind;
  readonly place?: Place;
  /** Of the event in the store, as the file has it. */
  readonly position?: number;
  /** Of a bundle. */
  readonly file?: string;
  readonly expected?: string | number;
  readonly seen?: string | number;
};

/** What comes out; a fault that is not listed any more is counted. */
export class Faults {
  readonly #listed: Fault[] = [];
  #count = 0;

  add(fault: Fault): void {
    this.#count += 1;
    if (this.#listed.length < FAULTS_MAX) this.#listed.push(told(fault));
  }

  /** Those of a part, with where it is. */
  addAll({ listed, count }: Faults, where: Pick<Fault, 'file'>): void {
    for (const fault of listed) this.add({ ...where, ...fault });
    this.#count += count - listed.length;
  }

  get count(): number {
    return this.#count;
  }

  /** By their places; what has none comes first. */
  get listed(): readonly Fault[] {
    return this.#listed.toSorted((one, other) => beginOf(one) - beginOf(other));
  }
}

/** Its texts may be of any length, and parts of a line that would be kept whole for them. */
const told = ({ file, expected, seen, ...others }: Fault): Fault => ({
  ...others,
  ...(file === undefined ? {} : { file: cut(file) }),
  ...(expected === undefined ? {} : { expected: typeof expected === 'string' ? cut(expected) : expected }),
  ...(seen === undefined ? {} : { seen: typeof seen === 'string' ? cut(seen) : seen }),
});

function cut(text: string): string {
  const copy = Buffer.from(text.slice(0, TOLD_CHARACTERS_MAX), 'utf16le').toString('utf16le');
  return text.length > TOLD_CHARACTERS_MAX ? `${copy}…` : copy;
}

const beginOf = ({ place }: Fault): number => {
  if (place === undefined) return -1;
  return 'index' in place ? place.index : place.from;
};
