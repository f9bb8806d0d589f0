import type { Produced, ReportedUsage } from '../usage/usage.ts';

/** A whole answer. `usage` is undefined when the provider gave none, or zeros: then `produced` is counted. */
export type ReadAnswer = {
  readonly body: Buffer;
  readonly usage: ReportedUsage | undefined;
  readonly produced: () => Produced;
};

/**
 * An upstream's stream on its way to the caller, as a value: bytes in, bytes out. It never lets the end mark pass, since that may leave only
 * when the charge is durable.
 */
export interface AnswerStream {
  /** Takes what has come and answers what the caller may have now: whole events, undefined when there are none. Throws EventTooLarge. */
  push(chunk: Buffer): Buffer | undefined;
  /** The upstream's end mark has come; nothing after it counts. */
  readonly ended: boolean;
  /** The upstream has closed its stream: what was still waiting for an event's end. */
  flush(): Buffer | undefined;
  /** After `flush`, without an end mark: whether the answer was whole all the same. */
  isWhole(): boolean;
  /** Undefined when the provider gave none, or zeros. */
  usage(): ReportedUsage | undefined;
  /** What came, for counting; undefined when nothing came that is an answer's part. */
  produced(): Produced | undefined;
  /** Produced text that may be counted now and forgotten, once there is much of it. */
  takeCountable(): string | undefined;
  /** The last bytes of a whole answer: the usage if the caller asked and has not seen it, and the end mark. */
  ending(usage: ReportedUsage): Buffer;
}
