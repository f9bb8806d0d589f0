import { useState, type ReactElement } from 'react';
import { useStatus } from '../status/status-api.ts';
import { onDemand } from '../ui/on-demand.tsx';
import type { Checked } from './bot-check.tsx';

/** Few operators have it. */
const BotCheck = onDemand(async () => (await import('./bot-check.tsx')).BotCheck);

/** A part of what is sent by a call that asks for the proof. */
export type BotChecked = { readonly turnstile?: string | undefined };

type Use = {
  /** Stands in the form; null where nothing is checked. */
  readonly part: ReactElement | null;
  /** Makes a call with the proof that it may have to have, as soon as there is one (docs/console.md#bot-check). */
  readonly checked: Checked;
};

/**
 * The check that whoever calls is human, where the operator wants one.
 * @param isKnown the session has passed it in all likelihood: it is shown when the server says otherwise
 */
export function useBotCheck(isKnown = false): Use {
  const { turnstile_check: isOn } = useStatus();
  const [ready] = useState(() => {
    let is: (checked: Checked) => void = () => undefined;
    const promise = new Promise<Checked>((resolve) => {
      is = resolve;
    });
    return { promise, is };
  });
  return {
    part: isOn ? <BotCheck isKnown={isKnown} onReady={ready.is} /> : null,
    checked: async (call) => (isOn ? (await ready.promise)(call) : call(undefined)),
  };
}
