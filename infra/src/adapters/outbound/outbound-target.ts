import { isIP } from 'node:net';
import type { OutboundProblem } from '@ledgate/domain/ports/outbound-calls';
import type { AddressRule } from './address-rule.ts';

/** `literal`: its host is an address. However that is spelled (decimal, octal, hexadecimal), `URL` has made the usual spelling of it. */
export type OutboundTarget = { readonly url: URL; readonly host: string; readonly literal: boolean };

/** Servers take no longer ones. */
const URL_CHARACTERS_MAX = 8 * 1024;

/** What is called by such a URL. */
export function targetOf(text: string): OutboundTarget | OutboundProblem {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) return 'url';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url';
  if (url.username !== '' || url.password !== '') return 'url';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { url, host, literal: isIP(host) !== 0 };
}

/** Why these addresses of its host must not be called: one that must not spoils all, whichever would be dialled. */
export function refusalOf(
  { url }: OutboundTarget,
  addresses: readonly string[],
  rule: AddressRule,
): OutboundProblem | undefined {
  if (addresses.length === 0) return 'unknown_host';
  const verdicts = addresses.map(rule);
  if (verdicts.includes('refused')) return 'private';
  return url.protocol === 'http:' && verdicts.includes('public') ? 'plain' : undefined;
}
