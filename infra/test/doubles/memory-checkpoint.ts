import type { Published, PublisherCheckpoint } from '@ledgate/domain/ports/publisher-checkpoint';

/** A checkpoint that ends with its process: the next publisher begins from the first event. */
export class MemoryCheckpoint implements PublisherCheckpoint {
  readonly #published = new Map<string, Published>();

  async load(topic: string): Promise<Published | undefined> {
    return this.#published.get(topic);
  }

  async save(topic: string, published: Published): Promise<void> {
    this.#published.set(topic, structuredClone(published));
  }
}
