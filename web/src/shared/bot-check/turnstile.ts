import { loadScript } from '../ui/load-script.ts';

/** Cloudflare docs, "Turnstile: Client-side rendering", explicitly. */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

type Told = {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly size: 'flexible';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'timeout-callback': () => void;
  readonly 'before-interactive-callback': () => void;
  readonly 'after-interactive-callback': () => void;
  /** true: the page says it. */
  readonly 'error-callback': () => boolean;
};

type Turnstile = {
  readonly render: (place: HTMLElement, told: Told) => string;
  readonly reset: (id: string) => void;
  readonly remove: (id: string) => void;
};

let loading: Promise<Turnstile> | undefined;

/** The script that draws the widget, which is loaded once; where it does not come it is tried anew by the next call. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= loadScript(SCRIPT)
    .then(() => {
      const { turnstile } = window as { readonly turnstile?: Turnstile };
      if (turnstile === undefined) throw new Error('the script came without its widget');
      return turnstile;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
