/** The name of `known` that takes the fewest characters to change, add or take out to become `name`; of several the first. */
export function nearestOf(name: string, known: readonly string[]): string {
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = distanceOf(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** A slip is at most one character in so many: none in HOST and PORT, which are near to what others call theirs. */
const CHARACTERS_OF_A_SLIP = 8;

/** The name of `known` that `name` is most likely meant to be, in as many words; undefined where there is none, or where it is one itself. */
export function slipOf(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  return known.find((each) => {
    const charactersMax = Math.floor(each.length / CHARACTERS_OF_A_SLIP);
    return (
      Math.abs(each.length - name.length) <= charactersMax &&
      each.split('_').length === name.split('_').length &&
      distanceOf(name, each) <= charactersMax
    );
  });
}

/** Levenshtein's. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
