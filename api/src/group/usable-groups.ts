import type { RelayView } from '@ledgate/projections/directory/relay-view';

/** group -> ratio and description, of the groups that a user of `userGroup` may use; '' for who is nobody (docs/behaviour.md#groups). */
export function usableGroupsAnswer(
  view: RelayView,
  userGroup: string,
): Record<string, { ratio: number; desc: string }> {
  const { GroupRatio } = view.options;
  return Object.fromEntries(
    [...view.usableGroups(userGroup)].flatMap(([group, desc]) => {
      const ratio = GroupRatio[group];
      return ratio === undefined ? [] : [[group, { ratio, desc }]];
    }),
  );
}
