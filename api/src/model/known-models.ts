import { CHANNEL_TYPES, type ChannelType } from '@ledgate/domain/channel/channel-types';

const CREATED_S = 1_626_777_600;

/** By number: of two types that offer a model the older one is said to own it. */
const BY_AGE: readonly ChannelType[] = [...CHANNEL_TYPES].sort((one, other) => one.code - other.code);

/** What a channel of each type is filled with, by the type's number. */
export const modelsByType = (): Record<string, string[]> =>
  Object.fromEntries(BY_AGE.map(({ code, models }) => [code, [...models]]));

export type KnownModel = {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
  permission: unknown[];
  root: string;
  parent: null;
};

/** Every model that some type of channel serves by default, each once. */
export function knownModels(): KnownModel[] {
  const models = new Map<string, KnownModel>();
  for (const { models: names, owner } of BY_AGE) {
    for (const id of names) {
      if (!models.has(id))
        models.set(id, {
          id,
          object: 'model',
          created: CREATED_S,
          owned_by: owner,
          permission: [],
          root: id,
          parent: null,
        });
    }
  }
  return [...models.values()];
}
