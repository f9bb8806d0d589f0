import type { FakeUpstream } from '@ledgate/relay/testing/fake-upstream';

/** Tokens of one answer as its provider bills them, each counted once. */
export type Spent = {
  readonly model: string;
  readonly input: number;
  readonly cachedRead: number;
  readonly cachedWrite: number;
  readonly cachedWrite1h: number;
  readonly output: number;
};

/** What a model says next. */
export type Said = {
  readonly thinking?: string;
  readonly text: string;
  readonly tool?: { readonly name: string; readonly input: object };
};

/** A provider under an agent's conversation. */
export interface AgentDouble {
  readonly play: FakeUpstream['play'];
  /** What it bills, answer by answer. */
  readonly spent: readonly Spent[];
  /** Why it refused requests. */
  readonly refused: readonly string[];
  /** So many of the next requests find it overloaded. */
  overloads: number;
  /** A stream waits for it behind its first text, where there are tools. */
  behindText: Promise<void> | undefined;
}
