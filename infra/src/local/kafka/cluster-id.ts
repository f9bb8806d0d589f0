import { randomBytes } from 'node:crypto';

const CLUSTER_ID_BYTES = 16;
const ALL_BUT_THE_FIRST_BIT = 0x7f;

/**
 * A name for a new Kafka cluster: 16 bytes, as 22 characters of base64url. Its first one is never `-`, which `kafka-storage format` would read as an
 * option (Kafka's own `random-uuid` leaves those names out as well).
 */
export function clusterIdOf(bytes: Buffer): string {
  const named = Buffer.from(bytes);
  named.writeUInt8(named.readUInt8(0) & ALL_BUT_THE_FIRST_BIT, 0);
  return named.toString('base64url');
}

/** One that no other cluster has. */
export const newClusterId = (): string => clusterIdOf(randomBytes(CLUSTER_ID_BYTES));
