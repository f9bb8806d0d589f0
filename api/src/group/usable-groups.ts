import { groupRatioOf } from '@ledgate/domain/pricing/lookup';
import type { RelayView } from '@ledgate/projections/directory/relay-view';

/** group -> ratio and description, of the groups that a user of `userGroup` may use; '' for who is nobody (docs/behaviour.md#groups). */
export function usableGroupsAnswer(
  view: RelayView,
  userGroup: string,
): Record<string, { ratio: number; desc: string }> {
  const book = view.priceBook();
  return Object.fromEntries(
    [...view.usableGroups(userGroup)].map(([group, desc]) => [
      group,
      { ratio: Number(groupRatioOf(book, group)), desc },
    ]),
  );
}
