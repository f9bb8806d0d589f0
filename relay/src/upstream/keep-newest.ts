/** Sets a value as the newest one of a map that keeps so many: the one that was set first goes. */
export function keepNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}
