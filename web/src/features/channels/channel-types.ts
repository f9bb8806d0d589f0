import {
  CHANNEL_TYPES,
  type ChannelType,
  channelTypeOf,
  isOffered,
  type KeyShape,
} from '@ledgate/domain/channel/channel-types';
import type { Texts } from '../../shared/i18n/text.tsx';

/** The name of its maker in every language, but of the type that has none. */
const nameOf = ({ key, name }: ChannelType, t: Texts): string => (key === 'custom' ? t.channels.customType : name);

export function typeName(code: number, t: Texts): string {
  const type = channelTypeOf(code);
  return type === undefined ? `#${code}` : nameOf(type, t);
}

/** Of the types in a form's choice: those that are offered, and the one that the channel has. */
export const typeChoices = (
  chosen: ChannelType | undefined,
  t: Texts,
): readonly (readonly [value: string, label: string])[] =>
  CHANNEL_TYPES.filter((type) => isOffered(type) || type === chosen).map((type) => [
    String(type.code),
    nameOf(type, t),
  ]);

/** How a key is written, as its field shows it before one is typed; undefined where it is one text. */
export function keyExample(shape: KeyShape): string | undefined {
  if (shape === 'plain') return undefined;
  return shape === 'json' ? '{"type": "service_account", …}' : shape.parts.join(shape.separator);
}
