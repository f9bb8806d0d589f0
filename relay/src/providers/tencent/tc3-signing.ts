import { createHash, createHmac } from 'node:crypto';

const ALGORITHM = 'TC3-HMAC-SHA256';
const SIGNED = 'content-type;host;x-tc-action';

type Tc3Request = {
  readonly secretId: string;
  readonly secretKey: string;
  readonly service: string;
  readonly host: string;
  readonly contentType: string;
  readonly action: string;
  readonly body: Buffer;
  /** Seconds since 1970. */
  readonly atS: number;
};

/** The header Authorization of a POST to the root, wherever a proxy may have it, by Tencent Cloud's signature v3. */
export function tc3Authorization(request: Tc3Request): string {
  const { secretId, secretKey, service, host, contentType, action, body, atS } = request;
  const day = new Date(atS * 1_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const scope = `${day}/${service}/tc3_request`;
  const headers = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ['POST', '/', '', headers, SIGNED, sha256(body)].join('\n');
  const text = [ALGORITHM, atS, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
