import { Watched } from './watched.ts';

/**
 * Whether the server has another release than the one that this page was loaded from (docs/console.md#new-release). The first that is seen is the page's
 * own: its document is never kept by the browser.
 */
export class Release {
  readonly isNew = new Watched(false);
  #own: string | undefined;
  #isIncomplete = false;

  /** What an answer of the server says; undefined or '' where it says nothing. One that has been taken back is new no more. */
  seen(version: string | undefined): void {
    if (version === undefined || version === '') return;
    this.#own ??= version;
    this.isNew.set(this.#isIncomplete || version !== this.#own);
  }

  /** Part of the page's code is not there any more, though the server answers. */
  incomplete(): void {
    this.#isIncomplete = true;
    this.isNew.set(true);
  }
}

export const release = new Release();
