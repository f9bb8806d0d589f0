import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { BadChannel } from '../../errors/bad-channel.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { accountOf, signedRequest } from './bedrock-signing.ts';

type Signing = {
  readonly method: string;
  /** As it stands on the wire: its segments are encoded once more. */
  readonly path: string;
  /** Names in lower case, in their order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly secret: string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** AWS's Signature Version 4, step by step as its documentation describes it. */
function signatureOf({ method, path, headers, body, date, region, service, secret }: Signing): string {
  const day = date.slice(0, 8);
  const canonical = [
    method,
    path.split('/').map(encodeURIComponent).join('/'),
    '',
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    headers.map(([name]) => name).join(';'),
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

const ACCESS = 'AKIDEXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const BODY = '{"a":"größer"}';

const signed = async (key: string): Promise<Map<string, string>> => {
  const account = accountOf(channelView({ id: 1, type: 33, key }));
  const to = { base: 'https://bedrock-runtime.us-east-1.amazonaws.com', path: '/model/anthropic.claude-v2%3A1/invoke' };
  const request = await signedRequest(
    account,
    to,
    { body: Buffer.from(BODY), headers: [] },
    Date.UTC(2015, 7, 30, 12, 36),
  );
  const pairs = request.headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, request.headers[at + 1] ?? ''] as const] : [],
  );
  return new Map(pairs);
};

describe("AWS's signature", () => {
  it.each([
    ['GET', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['POST', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ])('is made here as the published test suite has it for %s vanilla', (method, published) => {
    const date = '20150830T123600Z';
    const headers = [
      ['host', 'example.amazonaws.com'],
      ['x-amz-date', date],
    ] as const;
    const own = { method, path: '/', headers, body: '', date, region: 'us-east-1', service: 'service', secret: SECRET };
    expect(signatureOf(own)).toBe(published);
  });

  it('of a request is the same by both', async () => {
    const sent = await signed(`${ACCESS}|${SECRET}|us-east-1`);
    const date = sent.get('x-amz-date') ?? '';
    expect(date).toBe('20150830T123600Z');
    const headers = [
      ['content-type', 'application/json'],
      ['host', 'bedrock-runtime.us-east-1.amazonaws.com'],
      ['x-amz-content-sha256', sha256(BODY)],
      ['x-amz-date', date],
    ] as const;
    const path = '/model/anthropic.claude-v2%3A1/invoke';
    const own = {
      method: 'POST',
      path,
      headers,
      body: BODY,
      date,
      region: 'us-east-1',
      service: 'bedrock',
      secret: SECRET,
    };
    expect(sent.get('authorization')).toBe(
      `AWS4-HMAC-SHA256 Credential=${ACCESS}/20150830/us-east-1/bedrock/aws4_request, ` +
        `SignedHeaders=${headers.map(([name]) => name).join(';')}, Signature=${signatureOf(own)}`,
    );
    expect(sent.get('x-amz-content-sha256')).toBe(sha256(BODY));
    expect(sent.has('host')).toBe(false);
  });

  it.each(['a|b', 'a|b|', '|b|us-east-1', 'a|b|us east', 'a|b|evil.example/x'])(
    'needs three parts, the last one the name of a region: %s',
    async (key) => {
      const refusal = await signed(key).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(BadChannel);
      expect((refusal as Error).message).toContain('key must');
      expect((refusal as Error).message).not.toContain(key);
    },
  );
});
