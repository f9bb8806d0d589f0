const QUOTE = 34;
const LINE_FEED = 10;

/** Counts the rows of a CSV file as its bytes come: ends of lines that stand in no quoted cell. Without the line that names the columns. */
export class CsvRows {
  #isQuoted = false;
  #lines = 0;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED && !this.#isQuoted) this.#lines += 1;
    }
  }

  get count(): number {
    return Math.max(0, this.#lines - 1);
  }
}
