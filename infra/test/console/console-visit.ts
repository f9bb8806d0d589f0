import type { OpenWindow } from '@ledgate/web/testing/console-page';
import type { Locator, Page } from 'playwright-core';

const SHOTS = `${import.meta.dirname}/../../dist-test`;
/** A charge has to stand in the log this long after its answer (docs/architecture.md#waiting-reads). */
const VISIBLE_WITHIN_MS = 5_000;
const POLL_MS = 200;

type Login = { readonly username: string; readonly password: string };

/** What a person does on the screens of the running product. Controls are found by what is written on them. */
export class ConsoleVisit {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly #url: string;
  readonly #window: OpenWindow;

  constructor(window: OpenWindow, url: string) {
    this.#window = window;
    this.page = window.page;
    this.problems = window.problems;
    this.#url = url;
  }

  /** From the sign-in page; `atOnce` is done when the password was accepted, before the console is there. */
  async signIn({ username, password }: Login, atOnce?: () => Promise<void>): Promise<void> {
    const { page } = this;
    if (new URL(page.url()).pathname !== '/login') await page.goto(`${this.#url}/login`);
    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await atOnce?.();
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
  }

  async signOut({ username }: Login): Promise<void> {
    await this.page.getByRole('button', { name: `Account of ${username}` }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.page.waitForURL('**/login');
  }

  /** By the side menu. */
  async goTo(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  /** Opens the drawer behind the button of that name (an empty list has it twice) and answers it. */
  async open(button: string): Promise<Locator> {
    await this.page.getByRole('button', { name: button, exact: true }).first().click();
    return this.page.getByRole('dialog');
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The rows of the log, refreshed until there are that many. */
  async logRows(count: number): Promise<Locator> {
    const rows = this.page.getByRole('treegrid', { name: 'Logs' }).locator('tr[data-row]');
    const deadline = performance.now() + VISIBLE_WITHIN_MS;
    while ((await rows.count()) < count) {
      if (performance.now() > deadline)
        throw new Error(`${await rows.count()} of ${count} charges are in the log ${VISIBLE_WITHIN_MS} ms later`);
      await this.page.getByRole('button', { name: 'Refresh' }).click();
      await this.page.waitForTimeout(POLL_MS);
    }
    return rows;
  }

  /** Keeps a picture of the whole page below infra/dist-test. */
  async shoot(name: string): Promise<void> {
    await this.page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  }

  close(): Promise<void> {
    return this.#window.context.close();
  }
}

/** Quota units of an amount on the screen, from the exact amount in its tooltip: `$9.999456 · 4,999,728 units`. */
export async function unitsOf(amount: Locator): Promise<number> {
  const title = await amount.getAttribute('title');
  const units = /· (−?)([\d,]+) units$/u.exec(title ?? '');
  if (units === null) throw new Error(`no exact amount in the tooltip ${title ?? ''}`);
  return Number(`${units[1] === '' ? '' : '-'}${units[2]?.replaceAll(',', '') ?? ''}`);
}
