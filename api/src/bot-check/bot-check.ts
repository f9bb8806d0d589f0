import type { AnyCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { Sessions } from '../http/sessions.ts';
import { keepForVisit, type Visiting } from '../session/visit.ts';
import { PROVIDER_ANSWER_BYTES_MAX, PROVIDER_TIMEOUT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';

type Asking = Pick<ApiPorts, 'view' | 'askUpstream' | 'settings'>;
type Asked = Pick<AnyCall, 'session'> &
  Visiting & { readonly address: string; readonly query: { readonly turnstile?: string | undefined } };

/**
 * Why a call of nobody goes no further: while TurnstileCheckEnabled is on, the widget's token is put to Turnstile once a session
 * (docs/behaviour.md#bot-check). No answer of it means no.
 */
export async function botRefusal(ports: Asking, sessions: Sessions, call: Asked): Promise<Problem | undefined> {
  if (!ports.view.options.TurnstileCheckEnabled) return undefined;
  const { token: session } = call.session;
  if (session !== undefined && (await sessions.kept(session))?.human !== undefined) return undefined;
  const shown = call.query.turnstile ?? '';
  if (shown === '') return { code: 'bot_check_missing' };
  if (!(await isHuman(ports, shown, call.address))) return { code: 'bot_check_failed' };
  await keepForVisit(sessions, call, { human: 'yes' });
  return undefined;
}

async function isHuman(
  { view: { options }, askUpstream, settings }: Asking,
  shown: string,
  address: string,
): Promise<boolean> {
  const form = new URLSearchParams({ secret: options.TurnstileSecretKey, response: shown, remoteip: address });
  try {
    const { status, text } = await askUpstream({
      url: `${settings.outside.turnstile}/turnstile/v0/siteverify`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      proxy: '',
      timeoutMs: PROVIDER_TIMEOUT_MS,
      bytesMax: PROVIDER_ANSWER_BYTES_MAX,
    });
    const said: unknown = status === 200 && text !== undefined ? JSON.parse(text) : undefined;
    return typeof said === 'object' && said !== null && (said as { success?: unknown }).success === true;
  } catch {
    return false;
  }
}
