import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { tc3Authorization } from './tc3-signing.ts';

// The example of Tencent Cloud's document "Signature v3".
const SECRET_ID = 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE';
const SECRET_KEY = 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE';
const BODY = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
const AT_S = 1_551_113_065;
const CONTENT_TYPE = 'application/json; charset=utf-8';
const HOST = 'cvm.tencentcloudapi.com';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The signature over any headers, step by step as the document has it; and the hash of the request that it publishes. */
function published(headers: readonly (readonly [string, string])[]): {
  readonly hash: string;
  readonly signature: string;
} {
  const canonical = [
    'POST',
    '/',
    '',
    ...headers.map((header) => header.join(':')),
    '',
    headers.map(([name]) => name).join(';'),
    sha256(BODY),
  ].join('\n');
  const text = `TC3-HMAC-SHA256\n${AT_S}\n2019-02-25/cvm/tc3_request\n${sha256(canonical)}`;
  let key: string | Buffer = `TC3${SECRET_KEY}`;
  for (const part of ['2019-02-25', 'cvm', 'tc3_request', text]) key = createHmac('sha256', key).update(part).digest();
  return { hash: sha256(canonical), signature: Buffer.from(key).toString('hex') };
}

const HEADERS = [
  ['content-type', CONTENT_TYPE],
  ['host', HOST],
] as const;

describe('the signature TC3-HMAC-SHA256', () => {
  it('is made here as the document publishes it', () => {
    expect(published(HEADERS).signature).toBe('72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168');
  });

  it('of a request is the same by both, over a request that hashes as the document has it', () => {
    const { hash, signature } = published([...HEADERS, ['x-tc-action', 'describeinstances']]);
    expect(hash).toBe('7019a55be8395899b900fb5564e4200d984910f34794a27cb3fb7d10ff6a1e84');
    expect(
      tc3Authorization({
        secretId: SECRET_ID,
        secretKey: SECRET_KEY,
        service: 'cvm',
        host: HOST,
        contentType: CONTENT_TYPE,
        action: 'DescribeInstances',
        body: Buffer.from(BODY),
        atS: AT_S,
      }),
    ).toBe(
      `TC3-HMAC-SHA256 Credential=${SECRET_ID}/2019-02-25/cvm/tc3_request, ` +
        `SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`,
    );
  });
});
