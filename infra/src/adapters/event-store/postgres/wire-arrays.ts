// Arrays in Postgres' binary form. The text form would need each quote and backslash of the events' JSON escaped, which costs more than the
// rest of an append. Layout: dimensions, null flag, element type, length, lower bound; then each element with its length in front.
const HEADER_BYTES = 20;
const TEXT_OID = 25;
const INT8_OID = 20;
const INT4_OID = 23;
const UUID_OID = 2950;
const TWO_32 = 2 ** 32;

/** Well-formed texts. */
export function textArray(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const buffer = withHeader(
    TEXT_OID,
    texts.length,
    sizes.reduce((sum, bytes) => sum + 4 + bytes, 0),
  );
  let end = HEADER_BYTES;
  for (const [index, text] of texts.entries()) {
    end = buffer.writeInt32BE(sizes[index] ?? 0, end);
    end += buffer.write(text, end);
  }
  return buffer;
}

/** Safe integers. */
export function int8Array(values: readonly number[]): Buffer {
  const buffer = withHeader(INT8_OID, values.length, 12 * values.length);
  let end = HEADER_BYTES;
  for (const value of values) {
    const high = Math.floor(value / TWO_32);
    end = buffer.writeInt32BE(8, end);
    end = buffer.writeInt32BE(high, end);
    end = buffer.writeUInt32BE(value - high * TWO_32, end);
  }
  return buffer;
}

export function int4Array(values: readonly number[]): Buffer {
  const buffer = withHeader(INT4_OID, values.length, 8 * values.length);
  let end = HEADER_BYTES;
  for (const value of values) end = buffer.writeInt32BE(value, buffer.writeInt32BE(4, end));
  return buffer;
}

export function uuidArray(ids: readonly string[]): Buffer {
  const buffer = withHeader(UUID_OID, ids.length, 20 * ids.length);
  let end = HEADER_BYTES;
  for (const id of ids) {
    end = buffer.writeInt32BE(16, end);
    end += buffer.write(id.replaceAll('-', ''), end, 'hex');
  }
  return buffer;
}

function withHeader(elementOid: number, length: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  let end = buffer.writeInt32BE(1);
  end = buffer.writeInt32BE(0, end);
  end = buffer.writeInt32BE(elementOid, end);
  end = buffer.writeInt32BE(length, end);
  buffer.writeInt32BE(1, end);
  return buffer;
}
