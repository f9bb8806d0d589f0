import { CHANNEL_TYPES, channelTypeOf } from '@ledgate/domain/channel/channel-types';

export const OPENAI = 1;
export const CUSTOM = 8;

export const typeName = (code: number): string => channelTypeOf(code)?.name ?? `#${code}`;

/** Of the types in a form's choice. */
export const typeChoices: readonly (readonly [value: string, label: string])[] = CHANNEL_TYPES.map(({ code, name }) => [
  String(code),
  name,
]);

/** What `other` means for the types that use it; the label's key in the catalogue (specification 2, section 5). */
export const otherMeaning: Readonly<
  Record<number, 'apiVersion' | 'modelVersion' | 'knowledgeBase' | 'accountId' | 'region' | 'plugin'>
> = {
  3: 'apiVersion',
  24: 'apiVersion',
  18: 'modelVersion',
  21: 'knowledgeBase',
  39: 'accountId',
  41: 'region',
  17: 'plugin',
};

/** Types that have no address that everybody uses. */
export const needsAddress = (code: number): boolean => channelTypeOf(code)?.needsAddress === true;
