import {
  CHANNEL_TYPES,
  type ChannelType,
  channelTypeOf,
  isOffered,
  type KeyShape,
} from '@ledgate/domain/channel/channel-types';

export const typeName = (code: number): string => channelTypeOf(code)?.name ?? `#${code}`;

/** Of the types in a form's choice: those that are offered, and the one that the channel has. */
export const typeChoices = (chosen: ChannelType | undefined): readonly (readonly [value: string, label: string])[] =>
  CHANNEL_TYPES.filter((type) => isOffered(type) || type === chosen).map(({ code, name }) => [String(code), name]);

/** How a key is written, as its field shows it before one is typed; undefined where it is one text. */
export function keyExample(shape: KeyShape): string | undefined {
  if (shape === 'plain') return undefined;
  return shape === 'json' ? '{"type": "service_account", …}' : shape.parts.join(shape.separator);
}
