/**
 * The maps that a fold has made itself. Nobody else holds the states between two of its events, so it goes on in those instead of copying them for
 * each event, which would take time by the square of how many sources, tokens or leases there are.
 */
export type OwnMaps = Set<ReadonlyMap<unknown, unknown>>;

/** The map itself where the fold has made it, otherwise a copy that is the fold's from now on. */
export function changeable<Key, Value>(map: ReadonlyMap<Key, Value>, own: OwnMaps | undefined): Map<Key, Value> {
  if (own?.has(map) === true) return map as Map<Key, Value>;
  const copy = new Map(map);
  own?.add(copy);
  return copy;
}
