import { createHmac } from 'node:crypto';

type SignedAddress = {
  readonly host: string;
  readonly path: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly atMs: number;
};

/** A path with the query by which a WebSocket is let in: HMAC-SHA256 over host, date and request line. `path`: as the server knows it. */
export function signedPath({ host, path, apiKey, apiSecret, atMs }: SignedAddress): string {
  const date = new Date(atMs).toUTCString();
  const signature = createHmac('sha256', apiSecret)
    .update(`host: ${host}\ndate: ${date}\nGET ${path} HTTP/1.1`)
    .digest('base64');
  const authorization = [
    `api_key="${apiKey}"`,
    'algorithm="hmac-sha256"',
    'headers="host date request-line"',
    `signature="${signature}"`,
  ].join(', ');
  const query = { authorization: Buffer.from(authorization).toString('base64'), date, host };
  return `${path}?${new URLSearchParams(query)}`;
}
