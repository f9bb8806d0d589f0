import { BadChannel } from '../errors/bad-channel.ts';

export type SplitUrl = { readonly origin: string; readonly path: string };

/** An upstream's origin and path. `base` may have a path of its own, with or without a slash at its end. Throws BadChannel. */
export function splitUrl(base: string, path: string): SplitUrl {
  const text = path === '' ? base.trim() : `${base.trim().replace(/\/+$/, '')}${path}`;
  if (!URL.canParse(text)) throw new BadChannel('the base URL is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new BadChannel('the base URL must begin with http:// or https://');
  return { origin: url.origin, path: `${url.pathname}${url.search}` };
}
