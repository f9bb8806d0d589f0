/** An event as the double keeps it. `position` is its place in the log (commit and prepare alike). */
export type StoredEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
  readonly createdMs: number;
};
export type ProposedEvent = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

/** Data and metadata in Base64. */
type Line = readonly [
  createdMs: number,
  stream: string,
  firstRevision: number,
  events: readonly (readonly [number, string, string, string, string, string])[],
];

/** `events` are one batch. */
export function lineOf(events: readonly StoredEvent[]): string {
  const [first] = events;
  const line: Line = [
    first?.createdMs ?? 0,
    first?.stream ?? '',
    first?.revision ?? 0,
    events.map(({ position, id, type, contentType, data, metadata }) => [
      position,
      id,
      type,
      contentType,
      data.toString('base64'),
      metadata.toString('base64'),
    ]),
  ];
  return `${JSON.stringify(line)}\n`;
}

export function eventsOf(text: string): StoredEvent[] {
  const [createdMs, stream, firstRevision, events] = JSON.parse(text) as Line;
  return events.map(([position, id, type, contentType, data, metadata], index) => ({
    createdMs,
    stream,
    revision: firstRevision + index,
    position,
    id,
    type,
    contentType,
    data: Buffer.from(data, 'base64'),
    metadata: Buffer.from(metadata, 'base64'),
  }));
}
