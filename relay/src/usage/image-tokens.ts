import { isObject } from '../chat/chat-request.ts';
import { imageSize } from './image-size.ts';

/** Of a picture whose size we cannot see (an address, a format we do not read): the commonest case, 1024 x 1024. */
const UNSEEN = { width: 1024, height: 1024 };
const FIT = 2048;
const SHORT_SIDE = 768;
const TILE = 512;
/** Channel types whose pictures count three times the base, unseen (contract C.5). */
const UNDECODED_TYPES: ReadonlySet<number> = new Set([14, 24, 41]);

/** Tokens of a picture in a prompt (contract C.5). `image` is the member image_url of a message part. */
export function imageTokens(image: unknown, model: string, channelType: number): number {
  if (model.startsWith('glm-4v')) return 1047;
  const mini = model.startsWith('gpt-4o-mini');
  const base = mini ? 2833 : 85;
  if (UNDECODED_TYPES.has(channelType)) return 3 * base;
  const detail = isObject(image) ? image['detail'] : undefined;
  if (detail === 'low' && !mini) return base;
  const url = isObject(image) ? image['url'] : image;
  const { width, height } = (typeof url === 'string' ? imageSize(url) : undefined) ?? UNSEEN;
  return base + tilesOf(width, height) * (mini ? 5667 : 170);
}

function tilesOf(width: number, height: number): number {
  const fitted = Math.min(1, FIT / Math.max(width, height));
  const shortSide = Math.min(width, height) * fitted;
  const scale = fitted * Math.min(1, SHORT_SIDE / shortSide);
  return Math.ceil((width * scale) / TILE) * Math.ceil((height * scale) / TILE);
}
