import { partsOf } from '@ledgate/domain/channel/channel-keys';
import type { KeyShape } from '@ledgate/domain/channel/channel-types';

type KeyInParts = Exclude<KeyShape, string>;

/** A key whose part at this place is another. Who pastes a whole key into the first part has filled in all; '' where no part is left. */
export function withPart(shape: KeyInParts, key: string, place: number, text: string): string {
  const parts = partsOf(shape, key);
  const areOthersEmpty = parts.every((part, index) => index === place || part === '');
  if (place === 0 && areOthersEmpty && text.includes(shape.separator)) return text.trim();
  const changed = parts.map((part, index) => (index === place ? text.trim() : part));
  return changed.every((part) => part === '') ? '' : changed.join(shape.separator);
}
