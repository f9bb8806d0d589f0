import { connect, type Socket } from 'node:net';
import { type Attack, ATTACKS, type Outcome, type Targets } from './attacks.ts';
import { ATTACK_MS_MAX } from './limits.ts';

/** Of one attack: connections made so far, and how they ended. */
export type AttackCount = { connections: number; readonly outcomes: Partial<Record<Outcome, number>> };
/** By the names of the attacks. */
export type AttackCounts = Readonly<Record<string, AttackCount>>;

/** All of them at once, until stopped. Everything they do is bounded by limits.ts. */
export class Attackers {
  readonly #targets: Targets;
  readonly #open = new Set<Socket>();
  readonly #counts: Record<string, AttackCount> = {};
  #isStopped = false;

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  get counts(): AttackCounts {
    return this.#counts;
  }

  start(): void {
    for (const attack of ATTACKS)
      for (let index = 0; index < attack.connections; index += 1) void this.#repeat(attack, index);
  }

  stop(): void {
    this.#isStopped = true;
    for (const socket of this.#open) socket.destroy();
  }

  async #repeat(attack: Attack, index: number): Promise<void> {
    const count = (this.#counts[attack.name] ??= { connections: 0, outcomes: {} });
    while (!this.#isStopped) {
      const socket = connect(this.#targets.port, '127.0.0.1');
      this.#open.add(socket);
      const outcomeOf = heard(socket, () => void (count.connections += 1));
      const limit = setTimeout(() => socket.destroy(), ATTACK_MS_MAX);
      await attack.play(socket, this.#targets, index).catch(() => undefined);
      clearTimeout(limit);
      const outcome = outcomeOf();
      socket.destroy();
      this.#open.delete(socket);
      if (!this.#isStopped || /^\d/.test(outcome)) count.outcomes[outcome] = (count.outcomes[outcome] ?? 0) + 1;
      await pause(attack.pauseMs);
    }
  }
}

/** From now on; what is answered says how it is with the connection at that moment. */
function heard(socket: Socket, onConnected: () => void): () => Outcome {
  let head = '';
  let isConnected = false;
  let isEnded = false;
  socket.once('connect', () => {
    isConnected = true;
    onConnected();
  });
  socket.on('error', () => {
    isEnded = true;
  });
  socket.once('end', () => {
    isEnded = true;
  });
  socket.on('data', (bytes: Buffer) => {
    if (head.length < STATUS_CHARACTERS) head += bytes.toString('latin1', 0, STATUS_CHARACTERS);
  });
  return () => {
    const status = STATUS.exec(head)?.[1] as Outcome | undefined;
    if (!isConnected) return 'unreachable';
    return status ?? (isEnded ? 'closed' : 'left');
  };
}

const STATUS = /^HTTP\/1\.1 (\d{3})/;
const STATUS_CHARACTERS = 'HTTP/1.1 200'.length;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
