import { isJsonObject } from '@ledgate/domain/shared/json';

/** One thing that is otherwise, as text; null: nothing is said. `path`: where it stands in what is compared. */
export type DiffLine = {
  readonly path: readonly string[];
  readonly before: string | null;
  readonly after: string | null;
};

/** Before the tokens that name a tier in a path. */
export const ABOVE = '> ';

/** What differs between two values of a price book, each number or text of them a line. */
export function diffLines(before: unknown, after: unknown): readonly DiffLine[] {
  const [old, now] = [new Map(leaves(before)), new Map(leaves(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((key) => ({ path: JSON.parse(key) as string[], before: old.get(key) ?? null, after: now.get(key) ?? null }))
    .filter((line) => line.before !== line.after);
}

type Leaf = readonly [path: string, text: string];

function leaves(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return listLeaves(value, path);
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
  return [[JSON.stringify(path), String(value)]];
}

/** Of plain values one line; of tiers and rules each under what names it, so that a new first one does not shift the others. */
function listLeaves(list: readonly unknown[], path: readonly string[]): readonly Leaf[] {
  if (!list.some(isJsonObject)) return list.length === 0 ? [] : [[JSON.stringify(path), list.map(String).join(', ')]];
  return list.flatMap((member, place) => {
    const { above, id, ...rest } = { ...(member as Readonly<Record<string, unknown>>) };
    const name = above === undefined ? String(id ?? place + 1) : `${ABOVE}${String(above)}`;
    return leaves(rest, [...path, name]);
  });
}
