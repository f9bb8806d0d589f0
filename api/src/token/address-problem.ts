import { wrongLine } from '@ledgate/projections/directory/tokens/address-list';
import type { Problem } from '../http/problem.ts';

/** What is wrong with a token's list of addresses: the first line that is none. */
export function addressProblem(allowIps: string | null | undefined): Problem | undefined {
  const wrong = wrongLine(allowIps ?? '');
  return wrong && { code: 'field_invalid', field: 'allow_ips', fault: { rule: 'ip_line', ...wrong } };
}
