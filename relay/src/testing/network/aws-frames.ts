import { crc32 } from 'node:zlib';

const STRING = 7;

/** A message of AWS's binary event stream, with headers that are texts. */
export function awsFrame(headers: Readonly<Record<string, string>>, payload: Buffer): Buffer {
  const heads = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const size = Buffer.alloc(2);
      size.writeUInt16BE(Buffer.byteLength(value));
      return Buffer.concat([
        Buffer.from([Buffer.byteLength(name)]),
        Buffer.from(name),
        Buffer.from([STRING]),
        size,
        Buffer.from(value),
      ]);
    }),
  );
  return rawAwsFrame(heads, payload);
}

/** With headers that are these bytes, whatever they say. */
export function rawAwsFrame(headers: Buffer, payload: Buffer): Buffer {
  const checked = Buffer.concat([awsPrelude(16 + headers.length + payload.length, headers.length), headers, payload]);
  return Buffer.concat([checked, checksum(checked)]);
}

/** Of a message of that length, with headers of that length, whatever they are. */
export function awsPrelude(length: number, headersLength: number): Buffer {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(length, 0);
  lengths.writeUInt32BE(headersLength, 4);
  return Buffer.concat([lengths, checksum(lengths)]);
}

/** One of Bedrock's, which holds an event of Anthropic's. */
export const bedrockFrame = (event: unknown): Buffer =>
  awsFrame(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    Buffer.from(JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcd' })),
  );

export const exceptionFrame = (type: string, message: string): Buffer =>
  awsFrame(
    { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' },
    Buffer.from(JSON.stringify({ message })),
  );

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
