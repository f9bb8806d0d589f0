import { seriesColours, type ThemeMode } from '../theme/colours.ts';

/** At most so many models have a series of their own; the rest is "other" (docs/console.md#charts). */
export const SERIES_MAX = 7;
export const OTHER = '';

/** How a model's series is filled: by a colour, and where another one of the chart has it too, by lines of it at an angle, in degrees. */
export type Look = { readonly colour: string; readonly hatch: number | undefined };

/** Angles of the second model by name of one colour, the third, and so on: more than a chart has series beside one. */
const HATCHES = [45, 135, 0, 90, 20, 70] as const;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The place of a model's colour, from its name alone: the same for everybody on every page (FNV-1a over its UTF-16 units). */
export function colourPlace(model: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < model.length; at += 1) hash = Math.imul(hash ^ model.charCodeAt(at), FNV_PRIME);
  return (hash >>> 0) % SERIES_MAX;
}

/** How the models of one chart look. Of those with one colour the first by name is plain, and the others are hatched. */
export function modelLooks(models: readonly string[], theme: ThemeMode): (model: string) => Look {
  const colours = seriesColours[theme];
  const looks = new Map<string, Look>();
  const taken = new Map<number, number>();
  for (const model of models.toSorted()) {
    const place = model === OTHER ? SERIES_MAX : colourPlace(model);
    const before = taken.get(place) ?? 0;
    taken.set(place, before + 1);
    looks.set(model, {
      colour: colours[place] ?? 'currentColor',
      hatch: before === 0 ? undefined : HATCHES[before - 1],
    });
  }
  return (model) => looks.get(model) ?? { colour: 'currentColor', hatch: undefined };
}
