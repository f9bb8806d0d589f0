/**
 * One run at a time for each key. Calls that come while a run is under way share the next one: a call is never answered by a run that began
 * before it.
 */
export function coalesced<Key, Value>(run: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  type Runs = { readonly running: Promise<Value>; next: Promise<Value> | undefined };
  const byKey = new Map<Key, Runs>();

  const begin = (key: Key): Promise<Value> => {
    const runs: Runs = {
      running: run(key).finally(() => {
        if (byKey.get(key) === runs && runs.next === undefined) byKey.delete(key);
      }),
      next: undefined,
    };
    byKey.set(key, runs);
    return runs.running;
  };

  return (key) => {
    const runs = byKey.get(key);
    if (runs === undefined) return begin(key);
    runs.next ??= runs.running.then(
      () => begin(key),
      () => begin(key),
    );
    return runs.next;
  };
}
