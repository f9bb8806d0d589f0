import { parsedJson } from '@ledgate/domain/shared/json';
import { seriesColours, type ThemeMode } from '../theme/colours.ts';

/** At most so many models have a series of their own; the rest is "other" (console design, charts). */
export const SERIES_MAX = 7;
export const OTHER = '';

const STORAGE_KEY = 'model-colours';

/**
 * Places of the colours that models have on every page: the first model seen takes the first, and so on. Where two of the models shown together
 * would share a place, the later one takes a free place for this chart.
 */
export function placeColours(
  models: readonly string[],
  known: readonly string[],
): { readonly places: ReadonlyMap<string, number>; readonly known: readonly string[] } {
  const all = [...known, ...models.filter((model) => model !== OTHER && !known.includes(model))];
  const places = new Map<string, number>();
  const taken = new Set<number>();
  for (const model of models) {
    if (model === OTHER) continue;
    let place = all.indexOf(model) % SERIES_MAX;
    while (taken.has(place) && taken.size < SERIES_MAX) place = (place + 1) % SERIES_MAX;
    taken.add(place);
    places.set(model, place);
  }
  return { places, known: all };
}

const readKnown = (): readonly string[] => {
  const found = parsedJson(localStorage.getItem(STORAGE_KEY) ?? '[]');
  return Array.isArray(found) ? found.filter((model) => typeof model === 'string') : [];
};

/** The colour of each model that is shown together, the same on every page and after the next visit. */
export function modelColours(models: readonly string[], theme: ThemeMode): (model: string) => string {
  const before = readKnown();
  const { places, known } = placeColours(models, before);
  if (known.length !== before.length) localStorage.setItem(STORAGE_KEY, JSON.stringify(known));
  const colours = seriesColours[theme];
  return (model) => colours[places.get(model) ?? SERIES_MAX] ?? 'currentColor';
}
