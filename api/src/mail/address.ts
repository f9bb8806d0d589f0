import { EMAIL_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import type { OptionValues } from '@ledgate/domain/options/values';
import type { Problem } from '../http/problem.ts';

/** One `@` with something on each side, a dot in what follows it; no blanks, no line breaks, nothing that a header or an address list would read. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}.]+(?:\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u;

type Rules = Pick<
  OptionValues,
  'EmailDomainRestrictionEnabled' | 'EmailDomainWhitelist' | 'EmailAliasRestrictionEnabled'
>;

export const isAddress = (email: string): boolean => email.length <= EMAIL_CHARACTERS_MAX && ADDRESS.test(email);

/** Why an address cannot become an account's (docs/behaviour.md#accounts-by-mail); undefined where it can. Domains are compared whole, letter case aside. */
export function addressRefusal(email: string, options: Rules): Problem | undefined {
  if (!isAddress(email)) return { code: 'email_refused', fault: 'form' };
  const [local = '', domain = ''] = email.split('@');
  const domains = options.EmailDomainWhitelist.split(',').map((each) => each.trim().toLowerCase());
  if (options.EmailDomainRestrictionEnabled && !domains.includes(domain.toLowerCase()))
    return { code: 'email_refused', fault: 'domain' };
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local)) return { code: 'email_refused', fault: 'alias' };
  return undefined;
}
