import type { PaymentForm } from './api/wallet-api.ts';

/** How long the browser may take to leave the page: nothing more is ordered meanwhile. */
const LEAVING_MS = 15_000;

/** Whether an address may be posted to: `javascript:` would run here. */
const isWebAddress = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol);

/**
 * Leads the browser to the payment provider: posts its form in this tab. Resolves when the page is there again, or the browser has not left it in time;
 * answers false, and leads nowhere, where the address is no web address.
 */
export async function postPayment({ url, fields }: PaymentForm): Promise<boolean> {
  if (!isWebAddress(url)) return false;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  // A field may be named `submit`.
  HTMLFormElement.prototype.submit.call(form);
  form.remove();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LEAVING_MS);
    window.addEventListener('pageshow', () => (clearTimeout(timer), resolve()), { once: true });
  });
  return true;
}
