import { binaryEvent, type EventData, jsonEvent } from '@eventstore/db-client';

/** What another application on the same server may write, each of which stopped readers of the ledger once. */
export const foreignEvents = (): EventData[] => [
  jsonEvent({ type: 'OrderPlaced', data: { total: 1 } }),
  jsonEvent({ type: 'OrderPlaced', data: { total: 1 }, metadata: { attempts: 1 } }),
  binaryEvent({ type: 'OrderPrinted', data: Uint8Array.from([0xff, 0xfe]), metadata: Uint8Array.from([0xff]) }),
  // A name of ours.
  jsonEvent({ type: 'TillOpened', data: {} }),
];
