/** An event's data as JSON has it. */
export type EventData = Readonly<Record<string, unknown>>;

/** How the data of one event type of a schema number n and of n + 1 become each other (docs/ledger.md#schema-numbers). Pure; its members keep their order. */
export type SchemaStep = {
  /** From n to n + 1; total on whatever was ever written with n. */
  readonly lift: (data: EventData) => EventData;
  /**
   * From n + 1 to n, as a release that knows n alone would have written it. Undefined where n cannot say it: then it is not written before n + 1 may be.
   * What it leaves out is nothing that a fold rests on.
   */
  readonly lower: (data: EventData) => EventData | undefined;
};

/**
 * How data of a number stand as text, where members are left out whose values go without saying. What is read has them all again, so that
 * nobody but the codec and the gate knows of it.
 */
export type Brevity = {
  /** Without those members; they may stand as undefined. */
  readonly shorten: (data: EventData) => EventData;
  /** With them; `data` was parsed for this call alone, and may be what is given back. */
  readonly complete: (data: EventData) => EventData;
};

/** To a number that says what the one before says, in other words (Brevity). */
export const sameStep: SchemaStep = { lift: (data) => data, lower: (data) => data };

/** `steps[i]` stands between the numbers i + 1 and i + 2. Lifts data of the number `from` to the highest. */
export const lift = (steps: readonly SchemaStep[], from: number, data: EventData): EventData =>
  from > steps.length ? data : steps.slice(from - 1).reduce((shape, step) => step.lift(shape), data);

/** Lowers data of the number `from` to the number `to`; undefined where that cannot say it. */
export function lower(steps: readonly SchemaStep[], from: number, to: number, data: EventData): EventData | undefined {
  let shape: EventData | undefined = data;
  for (let number = from - 1; number >= to && shape !== undefined; number -= 1) shape = steps[number - 1]?.lower(shape);
  return shape;
}

/**
 * A number that has more members than the one before: those of `beside`, which are left out where they have no value, and those of `always`, which had that
 * value in all that was written before.
 */
export const withMembers = (beside: readonly string[], always: EventData = {}): SchemaStep => ({
  lift: (data) => ({ ...data, ...always }),
  lower: (data) => {
    if (beside.some((name) => data[name] !== undefined)) return undefined;
    if (Object.entries(always).some(([name, value]) => data[name] !== value)) return undefined;
    return Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(always, name)));
  },
});
