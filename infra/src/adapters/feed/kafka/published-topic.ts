import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { Published } from '@ledgate/domain/ports/publisher-checkpoint';
import type { RecordMetadata } from 'kafkajs';
import type { Topic } from './topic.ts';

/** Kafka has fewer messages than it acknowledged. The publisher begins from the first event; who has read them before drops them. */
export class MessagesLost extends Error {
  override readonly name = 'MessagesLost';
}

/** What was sent at once, and what Kafka answered. */
export type Sent = {
  readonly position: Position;
  /** By partition: how many messages, and the position of the last. */
  readonly partitions: ReadonlyMap<number, { readonly last: Position; readonly count: number }>;
  readonly acknowledged: readonly RecordMetadata[];
};

type Partition = { last: Position; nextOffset: number; lastSentMs: number };

/** What the publisher knows of its topic: how far it is, and where each partition ends. */
export class PublishedTopic {
  readonly #topic: Topic;
  readonly #partitions: readonly Partition[];
  #position: Position;

  constructor(topic: Topic, published: Published | undefined, nowMs: number) {
    this.#topic = topic;
    this.#position = published?.position ?? START;
    this.#partitions = Array.from({ length: topic.partitions }, (_, partition) => ({
      last: published?.partitions[partition]?.last ?? START,
      nextOffset: published?.partitions[partition]?.nextOffset ?? 0,
      lastSentMs: nowMs,
    }));
  }

  /** Everything up to here was acknowledged. */
  get position(): Position {
    return this.#position;
  }

  lastOf(partition: number): Position {
    return this.#of(partition).last;
  }

  /** Throws MessagesLost when a message got an offset that another one had before. */
  acknowledge({ position, partitions, acknowledged }: Sent, nowMs: number): void {
    for (const { partition, baseOffset } of acknowledged) {
      const known = this.#of(partition);
      const offset = Number(baseOffset ?? known.nextOffset);
      if (offset < known.nextOffset) throw this.#lost(partition, offset);
      known.nextOffset = offset + (partitions.get(partition)?.count ?? 0);
    }
    for (const [partition, { last }] of partitions) Object.assign(this.#of(partition), { last, lastSentMs: nowMs });
    this.#position = position;
  }

  /** `ends`: offset after the last message of each partition. Throws MessagesLost. */
  compare(ends: readonly { readonly partition: number; readonly high: string }[]): void {
    for (const { partition, high } of ends)
      if (Number(high) < this.#of(partition).nextOffset) throw this.#lost(partition, Number(high));
  }

  /** Partitions that stand before `position` and in which nothing was published for `silentMs`. */
  silent(position: Position, silentMs: number, nowMs: number): readonly number[] {
    return this.#partitions.flatMap(({ last, lastSentMs }, partition) =>
      last < position && nowMs - lastSentMs >= silentMs ? [partition] : [],
    );
  }

  /** Milliseconds until some partition that stands before the position has been silent for so long; undefined when none stands before it. */
  silentInMs(silentMs: number, nowMs: number): number | undefined {
    const behind = this.#partitions.filter(({ last }) => last < this.#position);
    return behind.length === 0
      ? undefined
      : Math.max(0, Math.min(...behind.map(({ lastSentMs }) => lastSentMs + silentMs - nowMs)));
  }

  published(): Published {
    return {
      position: this.#position,
      partitions: this.#partitions.map(({ last, nextOffset }) => ({ last, nextOffset })),
    };
  }

  #of(partition: number): Partition {
    const found = this.#partitions[partition];
    if (found === undefined) throw new Error(`topic ${this.#topic.name} has no partition ${partition}`);
    return found;
  }

  #lost(partition: number, offset: number): MessagesLost {
    return new MessagesLost(
      `partition ${partition} of topic ${this.#topic.name} ended at offset ${this.#of(partition).nextOffset} and now ends at ${offset}`,
    );
  }
}
