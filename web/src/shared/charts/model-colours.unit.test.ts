import { describe, expect, it } from '@jest/globals';
import { seriesColours } from '../theme/colours.ts';
import { colourPlace, modelLooks, OTHER, SERIES_MAX } from './model-colours.ts';

const names = Array.from({ length: 700 }, (_, index) => `model-${index}`);
/** Models of one colour, in the order of their names. */
const alike = names
  .filter((name) => colourPlace(name) === colourPlace('model-0'))
  .toSorted()
  .slice(0, SERIES_MAX);

describe('colours of models', () => {
  it('follow from the name alone, whatever is shown beside it', () => {
    const alone = modelLooks(['gpt-4o'], 'light')('gpt-4o');
    expect(modelLooks(['o3-mini', 'claude-3-5-sonnet', 'gpt-4o', OTHER], 'light')('gpt-4o').colour).toBe(alone.colour);
    expect(alone.colour).toBe(seriesColours.light[colourPlace('gpt-4o')]);
  });
  it('are the same tomorrow', () =>
    expect(['gpt-4o', 'gpt-4o-mini', 'claude-3-5-sonnet-20241022', 'deepseek-chat'].map(colourPlace)).toEqual([
      6, 2, 2, 4,
    ]));
  it('are all used, each by its share of many names', () => {
    const counts = Array.from({ length: SERIES_MAX }, (_, place) =>
      names.filter((name) => colourPlace(name) === place),
    );
    for (const of of counts) expect(of.length).toBeGreaterThan(50);
  });
  it('of one colour the first by name is plain and each other one is hatched in its own way, in whatever order they come', () => {
    for (const models of [alike, alike.toReversed()]) {
      const looks = modelLooks(models, 'dark');
      const hatches = alike.map((model) => looks(model).hatch);
      expect(hatches[0]).toBeUndefined();
      expect(new Set(hatches).size).toBe(SERIES_MAX);
      expect(new Set(alike.map((model) => looks(model).colour)).size).toBe(1);
    }
  });
  it('are never that of the others together', () => {
    const other = modelLooks([...alike, OTHER], 'light')(OTHER);
    expect(other).toEqual({ colour: seriesColours.light[SERIES_MAX], hatch: undefined });
    for (const name of names) expect(colourPlace(name)).toBeLessThan(SERIES_MAX);
  });
});
