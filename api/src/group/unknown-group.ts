import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';

/** Why a group cannot be chosen: it has no ratio. '' is no choice. Whether a user may use the group is asked when it is used. */
export function unknownGroup(view: ApiPorts['view'], group: string): Problem | undefined {
  return group === '' || Object.hasOwn(view.options.GroupRatio, group) ? undefined : { code: 'group_unknown', group };
}
