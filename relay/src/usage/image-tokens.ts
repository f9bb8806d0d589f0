import { imageTokensOf } from '@ledgate/domain/pricing/image-tokens';
import { isObject } from '../chat/chat-request.ts';
import { imageSize } from './image-size.ts';

/** Channel types whose pictures are not looked into (contract C.5). */
const UNDECODED_TYPES: ReadonlySet<number> = new Set([14, 24, 41]);

/** Tokens of a picture in a prompt (contract C.5). `image` is the member image_url of a message part, of any shape. */
export function imageTokens(image: unknown, model: string, channelType: number): number {
  const url = isObject(image) ? image['url'] : image;
  return imageTokensOf(
    model,
    { detail: isObject(image) ? image['detail'] : undefined },
    {
      size: typeof url === 'string' ? imageSize(url) : undefined,
      isUndecoded: UNDECODED_TYPES.has(channelType),
    },
  );
}
