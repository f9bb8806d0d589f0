import { imageTokensOf } from '@ledgate/domain/pricing/image-tokens';
import { isObject } from '../wire/json.ts';
import { imageSize } from './image-size.ts';

/** Tokens of a picture in a prompt (docs/billing.md#pictures). `image` is the member image_url of a message part, of any shape; `isUnseen`: not looked into. */
export function imageTokens(image: unknown, model: string, isUnseen: boolean): number {
  const url = isObject(image) ? image['url'] : image;
  return imageTokensOf(
    model,
    { detail: isObject(image) ? image['detail'] : undefined },
    {
      size: typeof url === 'string' ? imageSize(url) : undefined,
      isUndecoded: isUnseen,
    },
  );
}
