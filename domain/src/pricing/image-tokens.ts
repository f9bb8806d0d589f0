/** Width and height in pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

/** One table of what pictures cost: the count and its bound both read it. Tokens of a picture, and of each of its tiles. */
const FIXED = { prefix: 'glm-4v', tokens: 1047 };
const MINI = { base: 2833, tile: 5667 };
const USUAL = { base: 85, tile: 170 };
const ratesOf = (model: string): typeof USUAL => (model.startsWith('gpt-4o-mini') ? MINI : USUAL);

/** Families that count otherwise stay below this. */
const OTHER_MAX = 1600;
/** Claude's: width x height / 750 after scaling to 1,568 pixels, of version 4.7 and later to 2,576. */
const CLAUDE = { prefix: 'claude', tokensMax: 4_784 };
/** A picture that is not looked into costs so many times the base. */
const UNDECODED_BASES = 3;
/** Models whose pictures of detail `low` cost the base, whatever their size. */
const KNOWS_LOW = /^(gpt-|chatgpt-|o1|o3)/;

const FIT = 2048;
const SHORT_SIDE = 768;
const TILE = 512;
const TILES_MAX = Math.ceil(FIT / TILE) * Math.ceil(SHORT_SIDE / TILE);
/** Of a picture whose size cannot be seen (an address, a format that is not read): the commonest case. */
const UNSEEN: PictureSize = { width: 1024, height: 1024 };

/** A picture in a prompt: `detail` as the caller wrote it, of any shape. */
type Picture = { readonly detail: unknown };

const isLow = (model: string, { detail }: Picture): boolean => detail === 'low' && KNOWS_LOW.test(model);

/**
 * Tokens of a picture. `size` is undefined where it cannot be seen; `isUndecoded` where the provider's pictures are not looked into. Never more than
 * `imageTokensBound` of the same.
 */
export function imageTokensOf(
  model: string,
  picture: Picture,
  { size = UNSEEN, isUndecoded }: { readonly size: PictureSize | undefined; readonly isUndecoded: boolean },
): number {
  if (model.startsWith(FIXED.prefix)) return FIXED.tokens;
  const { base, tile } = ratesOf(model);
  if (isLow(model, picture)) return base;
  return isUndecoded ? UNDECODED_BASES * base : base + tilesOf(size) * tile;
}

/** The most prompt tokens that one picture can cost, whatever its size and whoever serves the model. */
export function imageTokensBound(model: string, picture: Picture): number {
  if (model.startsWith(FIXED.prefix)) return FIXED.tokens;
  const { base, tile } = ratesOf(model);
  if (isLow(model, picture)) return base;
  const otherMax = model.startsWith(CLAUDE.prefix) ? CLAUDE.tokensMax : OTHER_MAX;
  return Math.max(base + TILES_MAX * tile, UNDECODED_BASES * base, otherMax);
}

/** A picture is scaled into 2048 x 2048 and then to a short side of 768, and counts each 512 x 512 that it touches. */
function tilesOf({ width, height }: PictureSize): number {
  const fitted = Math.min(1, FIT / Math.max(width, height));
  const shortSide = Math.min(width, height) * fitted;
  const scale = fitted * Math.min(1, SHORT_SIDE / shortSide);
  return Math.min(TILES_MAX, Math.ceil((width * scale) / TILE) * Math.ceil((height * scale) / TILE));
}
