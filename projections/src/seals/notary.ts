import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { isConsistent } from '@ledgate/domain/seal/proofs';
import { installationOf } from '../directory/installation/installation.ts';
import {
  NOTARY_LOOK_MS,
  NOTARY_TROUBLE_LOOK_MS,
  SEAL_EVENTS_MAX,
  SEAL_EVERY_MS,
  SEAL_TROUBLE_AGAIN_MS,
} from '../limits.ts';
import type { Database } from '../shared/database.ts';
import { pause } from '../shared/pause.ts';
import { Failures } from './failures.ts';
import { base64Of, hashIn, sha256 } from './hashes.ts';
import { checkpointText, keyChangeText, originOf } from './note-texts.ts';
import { appendToSeals, type Seal, type SealState, sealState } from './seal-stream.ts';
import { noteSealed, noteTrouble, sealTreeRow, type SealTreeRow, type SealTrouble } from './seal-tree-row.ts';
import { signedNote, type Signer, vkeyOf } from './signed-note.ts';
import { consistencyProof } from './tree-proofs.ts';
import { forgetTree, type KeptTree, readTree } from './tree-store.ts';

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
  readonly limits?: Partial<NotaryLimits>;
};

type NotaryLimits = {
  readonly lookMs: number;
  readonly troubleLookMs: number;
  readonly everyMs: number;
  readonly eventsMax: number;
};

const LIMITS: NotaryLimits = {
  lookMs: NOTARY_LOOK_MS,
  troubleLookMs: NOTARY_TROUBLE_LOOK_MS,
  everyMs: SEAL_EVERY_MS,
  eventsMax: SEAL_EVENTS_MAX,
};

/** What became of a look: a head was signed, nothing was to do, another notary was quicker, leaves are still being read, or why nothing can be signed. */
export type Look = 'sealed' | 'nothing' | 'again' | 'behind' | SealTrouble;

/**
 * Signs heads of the tree of all events (docs/ledger.md#seals), off the path on which they are written, until the signal. One at a time over all hosts: whoever
 * appends at the exact revision of stream `seal`.
 */
export async function notarizeAgainAndAgain(parts: NotaryParts, signal: AbortSignal): Promise<void> {
  const { log } = parts;
  const limits = { ...LIMITS, ...parts.limits };
  const notary = new Notary(parts);
  const teller = new TroubleTeller(parts);
  const failures = new Failures({
    onFailure: (error) => log.warn({ err: error }, 'events could not be sealed; they are tried again'),
    onAlarm: (error) => log.error({ alarm: true, err: error }, 'events could not be sealed for some minutes'),
  });
  while (!signal.aborted) {
    let pauseMs = limits.lookMs;
    try {
      const look = await notary.look();
      teller.tell(look);
      failures.over();
      if (look !== 'sealed' && look !== 'nothing' && look !== 'again') pauseMs = limits.troubleLookMs;
    } catch (error) {
      // While an upgrade is running.
      pauseMs = error instanceof NotWrittenYet ? limits.troubleLookMs : failures.met(error);
    }
    await pause(pauseMs, signal);
  }
}

export class Notary {
  readonly #parts: NotaryParts;
  readonly #limits: NotaryLimits;
  /** Monotonic milliseconds; before the first seal of this process everything is due. */
  #sealedAtMs: number;
  /** Leaves of the last head that was told. */
  #toldSize = -1;
  /** The kept tree was thrown away since it did not fit: where the one that is built anew does not either, it is the ledger. */
  #isBuiltAnew = false;

  constructor(parts: NotaryParts) {
    this.#parts = parts;
    this.#limits = { ...LIMITS, ...parts.limits };
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
    const sealedSize = state.seal?.size ?? 0;
    // Right after a restore, when leaves are still being read; behind the seal there are to be as many as it says.
    if (tree.size < sealedSize) return position >= state.sealPosition ? this.#anew() : 'behind';
    const signer = this.#parts.key(origin, state.keyId === undefined);
    if (signer === undefined) return this.#troubled('key_missing');
    if (state.keyId !== undefined && state.keyId !== signer.id) return this.#troubled('key_differs');
    if (tree.size === sealedSize && state.seal?.keyId === state.keyId && (await this.#begins(state, kept))) {
      await noteSealed(db, tree.size, position);
      if (state.seal !== undefined && this.#toldSize !== sealedSize) await this.#tell(state.seal);
      return 'nothing';
    }
    if (!(await this.#begins(state, kept))) return this.#anew();
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

  async #troubled(trouble: SealTrouble): Promise<SealTrouble> {
    await noteTrouble(this.#parts.db, trouble);
    return trouble;
  }

  /** Whether the last head is a beginning of the tree. */
  async #begins({ seal }: SealState, { tree }: KeptTree): Promise<boolean> {
    if (seal === undefined) return true;
    const [sealed, path] = [hashIn(seal.root), await consistencyProof(this.#parts.db, seal.size, tree.size)];
    if (sealed === undefined || path === undefined) return false;
    return isConsistent({ size: seal.size, root: sealed }, { size: tree.size, root: tree.root }, path, sha256);
  }

  /** What is kept of the tree may be wrong: the ledger says what is right. */
  async #anew(): Promise<Look> {
    if (this.#isBuiltAnew) return this.#troubled('ledger_differs');
    this.#isBuiltAnew = true;
    this.#parts.log.error({ alarm: true }, 'the tree that is kept does not fit the last seal: it is built anew');
    await forgetTree(this.#parts.db);
    return 'behind';
  }

  /** A head that a process has left behind, and its own. */
  async #tell({ note, size }: Pick<Seal, 'note' | 'size'>): Promise<void> {
    const { onSealed, log } = this.#parts;
    this.#toldSize = size;
    await onSealed({ note, size }).catch((error: unknown) => log.warn({ err: error }, 'a head could not be told'));
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
    const { db, store, clock } = this.#parts;
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
    this.#isBuiltAnew = false;
    await noteSealed(db, size, position);
    await this.#tell({ note, size });
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
    if (look === 'nothing' || look === 'again' || look === 'behind') return;
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
