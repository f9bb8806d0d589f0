/** What a picture costs in pictures of 1024 x 1024 in standard quality (docs/billing.md#pictures-made). */
const SIZE_RATIO: ReadonlyMap<string, string> = new Map([
  ['256x256', '0.4'],
  ['512x512', '0.45'],
  ['1024x1792', '2'],
  ['1792x1024', '2'],
]);
const LONG_SIZES: ReadonlySet<string | undefined> = new Set(['1024x1792', '1792x1024']);

/** USD of a picture of a model without a price a call, for each unit of its model ratio. */
export const PICTURE_PRICE_PER_RATIO = '0.0025';

/** Undefined: 1. */
export const sizeRatioOf = (size: string | undefined): string | undefined =>
  size === undefined ? undefined : SIZE_RATIO.get(size);

/** `hd` is dearer for dall-e-3 alone. Undefined: 1. */
export function qualityRatioOf(
  model: string,
  size: string | undefined,
  quality: string | undefined,
): string | undefined {
  if (model !== 'dall-e-3' || quality !== 'hd') return undefined;
  return LONG_SIZES.has(size) ? '1.5' : '2';
}
