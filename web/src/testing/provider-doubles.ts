import type { BrowserContext } from 'playwright-core';

/** Who somebody is with Telegram, as its widget signs it. */
export const TELEGRAM_USER = { id: 70_011, first_name: 'Ada', auth_date: 1_790_000_000, hash: 'f'.repeat(64) };

/** The widget of the bot check, as much of it as a page asks for: it proves at once, or by a press. */
const botCheckScript = (isPressed: boolean): string => `
  window.turnstile = (() => {
    const told = new Map();
    let count = 0;
    const begin = (id) => {
      const { place, callback, ...others } = told.get(id);
      const prove = () => {
        place.firstChild.textContent = 'Proven';
        callback('token-' + ++count);
      };
      if (!${isPressed}) return setTimeout(prove);
      others['before-interactive-callback']();
      place.innerHTML = '<button type="button" style="width:100%;height:65px" translate="no">I am human</button>';
      place.firstChild.onclick = () => (others['after-interactive-callback'](), prove());
    };
    return {
      render: (place, options) => {
        const id = 'widget-' + told.size;
        told.set(id, { ...options, place });
        place.innerHTML = '<div style="height:65px;border:1px solid #888;padding:20px" translate="no">Checking</div>';
        begin(id);
        return id;
      },
      reset: begin,
      remove: (id) => told.get(id).place.replaceChildren(),
    };
  })();`;

const TELEGRAM_SCRIPT = `
  {
    const { parentElement: place, dataset } = document.currentScript;
    const button = document.createElement('button');
    button.type = 'button';
    button.translate = false;
    button.textContent = 'Log in with Telegram';
    button.style = 'height:40px;padding:0 16px;background:#1b6fa8;color:#fff;border-radius:20px';
    button.onclick = () => new Function('user', dataset.onauth)(${JSON.stringify(TELEGRAM_USER)});
    place.append(button);
  }`;

const QR_CODE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1zM6 6h1v1H6z"/></svg>';
export const QR_CODE_ADDRESS = 'https://qr.example/code.svg';

/** The sites of providers, none of which a test ever asks. */
export class ProviderDoubles {
  /** Of these nothing comes. */
  blocked: RegExp | undefined;
  /** The bot check asks for a press. */
  isPressed = false;
  /** What the provider's page leads back with beside the state. */
  answer: Readonly<Record<string, string>> = { code: 'a-code' };
  /** Addresses that were asked for. */
  readonly asked: string[] = [];
  /** Tokens of the bot check that are no proof; a good one is put here once it was used. */
  readonly badTokens = new Set<string>();
  readonly #states = new Set<string>();

  newState(): string {
    const state = `state-${String(this.#states.size + 1).padStart(6, '0')}`;
    this.#states.add(state);
    return state;
  }

  takeState = (state: string | null): boolean => state !== null && this.#states.delete(state);

  isGood(token: string): boolean {
    const isGood = !this.badTokens.has(token);
    this.badTokens.add(token);
    return isGood;
  }

  async serve(context: BrowserContext, origin: string): Promise<void> {
    const script = (body: string) => ({ contentType: 'text/javascript', body });
    const ledBack = (url: URL, path: string) => {
      const back = new URLSearchParams({ ...this.answer, state: url.searchParams.get('state') ?? '' });
      const to = JSON.stringify(`${origin}${path}?${back.toString()}`);
      return {
        contentType: 'text/html',
        body: `<!doctype html><title>Provider</title><script>location.replace(${to})</script>`,
      };
    };
    const sites: readonly (readonly [string, (url: URL) => { contentType: string; body: string }])[] = [
      ['https://challenges.cloudflare.com/**', () => script(botCheckScript(this.isPressed))],
      ['https://telegram.org/**', () => script(TELEGRAM_SCRIPT)],
      ['https://github.com/**', (url) => ledBack(url, '/oauth/github')],
      ['https://connect.linux.do/**', (url) => ledBack(url, '/oauth/linuxdo')],
      ['https://qr.example/**', () => ({ contentType: 'image/svg+xml', body: QR_CODE })],
    ];
    for (const [site, answer] of sites)
      await context.route(site, async (route) => {
        const address = route.request().url();
        this.asked.push(address);
        if (this.blocked?.test(address)) await route.abort('blockedbyclient');
        else await route.fulfill(answer(new URL(address)));
      });
  }
}
