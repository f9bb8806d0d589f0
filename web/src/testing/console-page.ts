import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { FakeApi } from './fake-api.ts';
import { WITHIN_MS } from './eventually.ts';

// The shell without windows first: a page takes half the processor time there.
const EXECUTABLES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser; undefined where none is installed. With REQUIRE_BROWSER=1 that is an error. */
export async function findBrowser(): Promise<Browser | undefined> {
  for (const executablePath of EXECUTABLES) {
    if (!executablePath) continue;
    try {
      return await chromium.launch({ executablePath, args: ARGUMENTS });
    } catch (error) {
      if (!String(error).includes("executable doesn't exist") && !String(error).includes('ENOENT')) throw error;
    }
  }
  if (process.env['REQUIRE_BROWSER'] === '1')
    throw new Error('REQUIRE_BROWSER=1 and no Chromium found; set CHROMIUM_PATH or install it');
  return undefined;
}

/** Nothing listens there: every request of a page is answered by the test. `localhost` counts as secure, so that the clipboard works. */
export const ORIGIN = 'http://localhost:9';
export const REQUEST_ID = 'req-5f1c9a7e-0b3d';

export type Window = {
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'en' | 'zh';
  readonly theme?: 'light' | 'dark';
  /** As `Europe/Berlin`; the machine's where none is said. */
  readonly zone?: string | undefined;
};

export type Opening = Window & {
  readonly api?: FakeApi;
  /** Role of who is signed in; undefined: nobody is. */
  readonly role?: number | undefined;
  readonly network?: Network;
  /** With a clock that the test moves on (`page.clock`). */
  readonly clock?: boolean;
  /** It is always then, in Unix seconds, and in UTC; timers run. */
  readonly fixedS?: number;
  /** The folder of the built console, where it is another one. */
  readonly dist?: string;
  /** Hears of every request of the page, from its own document on. */
  readonly watch?: (url: URL) => void;
};

export type OpenWindow = { readonly page: Page; readonly context: BrowserContext; readonly problems: string[] };

/** Another site that answers, with a page of its own. */
export const OTHER_SITE = 'https://other-site.example';

/** What lies between a page and its server. */
export class Network {
  /** Of these paths nothing answers. */
  cut: RegExp | undefined;
  /** These files of the console are there no more. */
  gone: RegExp | undefined;
  /** Paths that were asked for while nothing answered. */
  readonly inVain: string[] = [];
  /** How often a request has begun or was answered. */
  steps = 0;
  /** Requests that are not answered yet. */
  waiting = 0;
}

export type OpenConsole = {
  readonly page: Page;
  readonly api: FakeApi;
  readonly network: Network;
  readonly problems: string[];
  readonly close: () => Promise<void>;
};

/**
 * An empty page in a window of its own, with the console's choices (and who is signed in) already kept. `problems`
 * collects what the browser complains about.
 */
export async function openWindow(
  browser: Browser,
  { width = 1280, height = 800, language = 'en', theme = 'light', zone }: Window = {},
  user?: object,
): Promise<OpenWindow> {
  const context = await browser.newContext({
    viewport: { width, height },
    permissions: ['clipboard-read', 'clipboard-write'],
    hasTouch: width < 600,
    reducedMotion: 'reduce',
    ...(zone === undefined ? {} : { timezoneId: zone }),
  });
  await context.addInitScript(
    ({ keep, stored }) => {
      if (sessionStorage.getItem('begun')) return;
      sessionStorage.setItem('begun', 'true');
      for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
      if (stored) localStorage.setItem('user', JSON.stringify(stored));
    },
    { keep: { language, 'theme-mode': theme }, stored: user },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return { page, context, problems };
}

/** A page of the built console with the fake api behind it. */
export async function openConsole(
  browser: Browser,
  dist: string,
  path: string,
  opening: Opening = {},
): Promise<OpenConsole> {
  const { api = new FakeApi(), network = new Network(), role } = opening;
  if (role !== undefined) api.user = { ...api.user, role };
  api.isSignedIn = role !== undefined;
  const { id, username, display_name, status, group, permissions } = api.user;
  const { page, context, problems } = await openWindow(
    browser,
    opening,
    role === undefined ? undefined : { id, username, display_name, role, status, group, permissions },
  );
  await context.route(`${ORIGIN}/**`, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    network.steps += 1;
    network.waiting += 1;
    if (network.cut?.test(url.pathname)) {
      network.inVain.push(url.pathname);
      await route.abort('internetdisconnected');
    } else if (network.gone?.test(url.pathname)) await route.fulfill({ status: 404, json: {} });
    else if (url.pathname.startsWith('/api/')) {
      const {
        status: code,
        body,
        headers = {},
      } = await api.handle({
        method: request.method(),
        url,
        body: request.postData() === null ? undefined : (request.postDataJSON() as unknown),
      });
      await route
        .fulfill({
          status: code,
          // A file is sent as it is.
          ...('content-type' in headers ? { body: String(body) } : { json: body }),
          headers: { 'x-oneapi-request-id': REQUEST_ID, ...headers },
        })
        .catch(() => undefined);
    } else
      await route.fulfill({
        path: url.pathname.startsWith('/assets/') ? `${dist}${url.pathname}` : `${dist}/index.html`,
      });
    network.steps += 1;
    network.waiting -= 1;
  });
  await context.route(`${OTHER_SITE}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Another site</title><main><h1>Another site</h1></main></html>',
    }),
  );
  await api.providers.serve(context, ORIGIN);
  const { watch } = opening;
  if (watch) page.on('request', (request) => watch(new URL(request.url())));
  if (opening.clock) await page.clock.install();
  if (opening.fixedS !== undefined) await page.clock.setFixedTime(opening.fixedS * 1_000);
  await page.goto(`${ORIGIN}${path}`);
  return { page, api, network, problems, close: () => context.close() };
}
