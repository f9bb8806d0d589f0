/**
 * The most prompt tokens that one picture can cost (contract C.5). A picture is scaled into 2048 x 2048 and then to a short side of 768, so it
 * has at most 8 tiles of 512. Families that count otherwise stay below OTHER_MAX (Claude: width x height / 750 after scaling to 1568).
 */
export function imageTokensBound(model: string, detail: unknown): number {
  if (model.startsWith('glm-4v')) return 1047;
  const { base, tile } = model.startsWith('gpt-4o-mini') ? MINI : USUAL;
  if (detail === 'low' && /^(gpt-|chatgpt-|o1|o3)/.test(model)) return base;
  return Math.max(base + TILES_MAX * tile, OTHER_MAX);
}

const TILES_MAX = 8;
const USUAL = { base: 85, tile: 170 };
const MINI = { base: 2833, tile: 5667 };
const OTHER_MAX = 1600;
