import { setTimeout as sleep } from 'node:timers/promises';

/** What the double is told to do wrong. All of it can be changed while it runs. */
export class DoubleFaults {
  /** Before each append and read. */
  delayMs = 0;
  #cutsBeforeWrite = 0;
  #cutsAfterWrite = 0;
  #refusals = 0;
  #lostAnswers = 0;
  #failedFeatures = 0;
  #silence: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  /** The next `count` appends cut every connection instead of being written. */
  cutBeforeWrite(count = 1): void {
    this.#cutsBeforeWrite += count;
  }

  /** The next `count` appends are written; then every connection is cut instead of an answer. */
  cutAfterWrite(count = 1): void {
    this.#cutsAfterWrite += count;
  }

  /** The next `count` appends are written and never answered; the connection stays. */
  loseAnswer(count = 1): void {
    this.#lostAnswers += count;
  }

  /** The next `count` appends are refused as by a server that is starting. */
  refuseAsNotReady(count = 1): void {
    this.#refusals += count;
  }

  /** The next `count` questions which calls the server knows fail: the client asks on each new connection, and keeps this answer. */
  failFeatures(count = 1): void {
    this.#failedFeatures += count;
  }

  /** Like a paused process: connections are accepted and nothing is answered until `speak`. What came meanwhile is done then. */
  beSilent(): void {
    if (this.#silence !== undefined) return;
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#silence = { over, end };
  }

  speak(): void {
    this.#silence?.end();
    this.#silence = undefined;
  }

  get isSilent(): boolean {
    return this.#silence !== undefined;
  }

  /** Resolves when the call may go on. */
  async gate(): Promise<void> {
    if (this.delayMs > 0) await sleep(this.delayMs);
    while (this.#silence !== undefined) await this.#silence.over;
  }

  takeCutBeforeWrite(): boolean {
    return this.#cutsBeforeWrite > 0 && this.#cutsBeforeWrite-- > 0;
  }

  takeCutAfterWrite(): boolean {
    return this.#cutsAfterWrite > 0 && this.#cutsAfterWrite-- > 0;
  }

  takeLostAnswer(): boolean {
    return this.#lostAnswers > 0 && this.#lostAnswers-- > 0;
  }

  takeFailedFeatures(): boolean {
    return this.#failedFeatures > 0 && this.#failedFeatures-- > 0;
  }

  takeRefusal(): boolean {
    return this.#refusals > 0 && this.#refusals-- > 0;
  }
}
