import type { IncomingHttpHeaders } from 'node:http';

/** Of a request. `url`: as it came. */
type Shown = { readonly headers: IncomingHttpHeaders; readonly url?: string };

/** What a caller shows: the key, and the id of the channel it insists on ('' for none). */
type ShownKey = { readonly key: string; readonly channel: string };

const BEARER = 'bearer ';
const PREFIX = 'sk-';
const MIDJOURNEY_CLIENT = 'midjourney-proxy';

/**
 * docs/behaviour.md#keys-of-callers: `Authorization: Bearer sk-key-channel` in all its shorter forms; Midjourney clients send `mj-api-secret`,
 * Anthropic's `x-api-key`, Google's `x-goog-api-key` or `?key=`.
 */
export function shownKey({ headers, url = '' }: Shown): ShownKey {
  const authorization = headers.authorization ?? '';
  let text = (
    authorization.slice(0, BEARER.length).toLowerCase() === BEARER ? authorization.slice(BEARER.length) : authorization
  ).trim();
  if (text === '' || text === MIDJOURNEY_CLIENT)
    text = String(
      headers['mj-api-secret'] ?? headers['x-api-key'] ?? headers['x-goog-api-key'] ?? keyInAddress(url),
    ).trim();
  if (text.startsWith(PREFIX)) text = text.slice(PREFIX.length);
  const dash = text.indexOf('-');
  if (dash < 0) return { key: text, channel: '' };
  return { key: text.slice(0, dash), channel: text.slice(dash + 1).split('-', 1)[0] ?? '' };
}

/** '' without one. */
function keyInAddress(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : (new URLSearchParams(url.slice(mark + 1)).get('key') ?? '');
}
