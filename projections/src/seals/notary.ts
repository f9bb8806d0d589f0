import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { isConsistent } from '@ledgate/domain/seal/proofs';
import { installationOf } from '../directory/installation/installation.ts';
import { NOTARY_LOOK_MS, SEAL_EVENTS_MAX, SEAL_EVERY_MS, SEAL_TROUBLE_AGAIN_MS } from '../limits.ts';
import type { Database } from '../shared/database.ts';
import { pause } from '../shared/pause.ts';
import { base64Of, hashIn, sha256 } from './hashes.ts';
import { checkpointText, keyChangeText, originOf } from './note-texts.ts';
import { appendToSeals, type Seal, type SealState, sealState } from './seal-stream.ts';
import { noteSealed, noteTrouble, sealTreeRow, type SealTreeRow, type SealTrouble } from './seal-tree-row.ts';
import { signedNote, type Signer, vkeyOf } from './signed-note.ts';
import { consistencyProof } from './tree-proofs.ts';
import { type KeptTree, readTree } from './tree-store.ts';

export type NotaryParts = {
  readonly store: EventStore;
  readonly db: Database;
  readonly clock: Clock;
  /** Of the process, for people. */
  readonly processId: string;
  /**
   * The key of this process, read anew at each call, since it may have been changed; undefined where it has none.
   * @param isFirst the ledger has none yet: it may be made
   */
  readonly key: (origin: string, isFirst: boolean) => Signer | undefined;
  /** After each seal, one after the other; what it throws is told and nothing else. */
  readonly onSealed: (seal: Pick<Seal, 'note' | 'size'>) => Promise<void>;
  readonly log: Log;
  /** Milliseconds, events; tests shorten them. */
  readonly limits?: { readonly lookMs: number; readonly everyMs: number; readonly eventsMax: number };
};

const LIMITS = { lookMs: NOTARY_LOOK_MS, everyMs: SEAL_EVERY_MS, eventsMax: SEAL_EVENTS_MAX };

/** What became of a look: a head was signed, nothing was to do, another notary was quicker, or why nothing can be signed. */
export type Look = 'sealed' | 'nothing' | 'again' | SealTrouble;

/**
 * Signs heads of the tree of all events (docs/ledger.md#seals), off the path on which they are written, until the signal. One at a time over all hosts: whoever
 * appends at the exact revision of stream `seal`.
 */
export async function notarizeAgainAndAgain(parts: NotaryParts, signal: AbortSignal): Promise<void> {
  const { log, limits = LIMITS } = parts;
  const notary = new Notary(parts);
  const teller = new TroubleTeller(parts);
  while (!signal.aborted) {
    try {
      teller.tell(await notary.look());
    } catch (error) {
      if (!(error instanceof NotWrittenYet))
        log.warn({ err: error }, 'events could not be sealed; they are tried again');
    }
    await pause(limits.lookMs, signal);
  }
}

export class Notary {
  readonly #parts: NotaryParts;
  readonly #limits: NonNullable<NotaryParts['limits']>;
  /** Monotonic milliseconds; before the first seal of this process everything is due. */
  #sealedAtMs: number;

  constructor(parts: NotaryParts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? LIMITS;
    this.#sealedAtMs = parts.clock.monotonicMs() - this.#limits.everyMs;
  }

  /** Throws StoreUnavailable, NotWrittenYet while an upgrade is running, and what pg throws. */
  async look(): Promise<Look> {
    const { db, store } = this.#parts;
    const row = await sealTreeRow(db);
    if (!this.#isDue(row)) return 'nothing';
    const installation = await installationOf(db);
    if (installation === undefined) return 'nothing';
    const origin = originOf(installation);
    const state = await sealState(store);
    const kept = await readTree(db);
    const { tree, position } = kept;
    // Right after a restore, when leaves are still being read.
    if (tree.size < (state.seal?.size ?? 0)) return 'nothing';
    if (tree.size === (state.seal?.size ?? 0) && state.seal?.keyId === state.keyId) {
      await noteSealed(db, tree.size, position);
      return 'nothing';
    }
    const signer = this.#parts.key(origin, state.keyId === undefined);
    const trouble = await this.#trouble(state, signer, kept);
    if (trouble !== undefined || signer === undefined) {
      await noteTrouble(db, trouble ?? 'key_missing');
      return trouble ?? 'key_missing';
    }
    if (state.keyId === undefined) return this.#introduce(origin, state, signer);
    return this.#seal(origin, state, signer, kept);
  }

  #isDue({ size, position, sealedSize, sealedPosition, wishedPosition, trouble }: SealTreeRow): boolean {
    if (wishedPosition > sealedPosition && position >= wishedPosition) return true;
    if (size - sealedSize >= this.#limits.eventsMax) return true;
    // With nothing new too: the key may have been changed.
    const isOld = this.#parts.clock.monotonicMs() - this.#sealedAtMs >= this.#limits.everyMs;
    return isOld && (position > sealedPosition || trouble !== null);
  }

  async #trouble(
    { seal, keyId }: SealState,
    signer: Signer | undefined,
    { tree }: KeptTree,
  ): Promise<SealTrouble | undefined> {
    if (signer === undefined) return 'key_missing';
    if (keyId !== undefined && keyId !== signer.id) return 'key_differs';
    if (seal === undefined) return undefined;
    const [sealed, path] = [hashIn(seal.root), await consistencyProof(this.#parts.db, seal.size, tree.size)];
    const isBeginning =
      sealed !== undefined &&
      path !== undefined &&
      isConsistent({ size: seal.size, root: sealed }, { size: tree.size, root: tree.root }, path, sha256);
    return isBeginning ? undefined : 'ledger_differs';
  }

  /** The first key tells of itself, so that others know by what heads are verified; the first seal follows with the next look. */
  async #introduce(origin: string, state: SealState, signer: Signer): Promise<Look> {
    const vkey = vkeyOf(signer);
    const note = signedNote(keyChangeText(origin, 0, vkey), signer);
    await appendToSeals(
      this.#parts.store,
      state,
      { type: 'SigningKeyChanged', data: { vkey, fromSize: 0, note } },
      this.#context(`first-key-${signer.id}`),
    );
    return 'again';
  }

  async #seal(origin: string, state: SealState, signer: Signer, { tree, position }: KeptTree): Promise<Look> {
    const { db, store, clock, onSealed, log } = this.#parts;
    const { size, root } = tree;
    const note = signedNote(checkpointText({ origin, size, root }), signer);
    const data = {
      origin,
      size,
      root: base64Of(root),
      previousSize: state.seal?.size ?? 0,
      note,
      keyId: signer.id,
    };
    const outcome = await appendToSeals(
      store,
      state,
      { type: 'LedgerSealed', data },
      this.#context(`seal-${size}-${signer.id}-${state.revision}`),
    );
    if (outcome.outcome === 'conflict') return 'again';
    this.#sealedAtMs = clock.monotonicMs();
    await noteSealed(db, size, position);
    await onSealed({ note, size }).catch((error: unknown) => log.warn({ err: error }, 'a head could not be told'));
    return 'sealed';
  }

  readonly #context = (commandId: string) => ({
    commandId,
    correlationId: 'notary',
    occurredAtMs: this.#parts.clock.nowMs(),
    actor: `worker-${this.#parts.processId}`,
  });
}

const TEXTS: Readonly<Record<SealTrouble, string>> = {
  key_missing: 'nothing is sealed: this process has no ledger key, and the ledger has one',
  key_differs: 'nothing is sealed: the ledger key of this process is not the one that sealed the ledger last',
  ledger_differs: 'nothing is sealed: the ledger is not the one that was sealed, its last head is no beginning of it',
};

/** An alarm when trouble begins, and every hour while it lasts. */
class TroubleTeller {
  readonly #parts: Pick<NotaryParts, 'log' | 'clock'>;
  #told: SealTrouble | undefined;
  #toldAtMs = 0;

  constructor(parts: Pick<NotaryParts, 'log' | 'clock'>) {
    this.#parts = parts;
  }

  tell(look: Look): void {
    if (look === 'nothing' || look === 'again') return;
    if (look === 'sealed') {
      this.#told = undefined;
      return;
    }
    const nowMs = this.#parts.clock.monotonicMs();
    if (look === this.#told && nowMs - this.#toldAtMs < SEAL_TROUBLE_AGAIN_MS) return;
    this.#told = look;
    this.#toldAtMs = nowMs;
    this.#parts.log.error({ alarm: true, trouble: look }, TEXTS[look]);
  }
}
