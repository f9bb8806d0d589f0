/** Why a call was refused before any provider was asked (docs/behaviour.md#refused-calls). A reason keeps its name: it is stored. */
export const REFUSED_FOR = [
  'no_key',
  'unknown_key',
  'disabled_key',
  'expired_key',
  'disabled_user',
  'address',
  'group',
  'model',
  'channel',
  'no_channel',
  'balance',
  'key_limit',
  'unpriced',
  'request',
  'words',
  'too_large',
  'too_many',
  'unavailable',
] as const;
export type RefusedFor = (typeof REFUSED_FOR)[number];
