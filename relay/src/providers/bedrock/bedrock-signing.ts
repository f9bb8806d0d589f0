import { SignatureV4 } from '@smithy/signature-v4';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { BadChannel } from '../../errors/bad-channel.ts';
import { splitUrl } from '../../wire/split-url.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { keyPartsOf } from '../key-parts.ts';

const SERVICE = 'bedrock';
const REGION = /^[a-z0-9-]+$/;

/** As the signer wants it: a hash, or one with a key. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}

type Account = { readonly region: string; readonly signer: SignatureV4 };

/** A channel's row is one object until it changes; its signer keeps the key of the day. */
const accounts = new WeakMap<ChannelView, Account>();

/** Whose requests a channel's are. Throws BadChannel. */
export function accountOf(channel: ChannelView): Account {
  const known = accounts.get(channel);
  if (known !== undefined) return known;
  const [accessKeyId = '', secretAccessKey = '', region = ''] = keyPartsOf(channel);
  if (!REGION.test(region)) throw new BadChannel("the channel's key must end with the name of a region");
  const credentials = { accessKeyId, secretAccessKey };
  const account = { region, signer: new SignatureV4({ credentials, region, service: SERVICE, sha256: Sha256 }) };
  accounts.set(channel, account);
  return account;
}

/** A request with AWS's signature, of version 4. `headers`: beside those that are signed. Rejects with BadChannel. */
export async function signedRequest(
  { signer }: Account,
  to: { readonly base: string; readonly path: string },
  { body, headers }: { readonly body: Buffer; readonly headers: readonly string[] },
  atMs: number,
): Promise<UpstreamRequest> {
  const { origin, path } = splitUrl(to.base, to.path);
  const { host, hostname, protocol } = new URL(origin);
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol,
      hostname,
      path,
      query: {},
      headers: { host, 'content-type': 'application/json' },
      body,
    },
    { signingDate: new Date(atMs) },
  );
  // The connection tells the host itself.
  const { host: _, ...own } = signed.headers;
  return { origin, path, headers: [...Object.entries(own).flat(), ...headers], body };
}
