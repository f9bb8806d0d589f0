import { CHANNEL_TYPES_BY_AGE, ownerOfModel } from '@ledgate/domain/channel/channel-types';

const CREATED_S = 1_626_777_600;

/** What a channel of each type is filled with, by the type's number. */
export const modelsByType = (): Record<string, string[]> =>
  Object.fromEntries(CHANNEL_TYPES_BY_AGE.map(({ code, models }) => [code, [...models]]));

type KnownModel = {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
  permission: unknown[];
  root: string;
  parent: null;
};

/** Every model that some type of channel serves by default, each once. */
export const knownModels = (): KnownModel[] =>
  [...new Set(CHANNEL_TYPES_BY_AGE.flatMap(({ models }) => models))].map((id) => ({
    id,
    object: 'model',
    created: CREATED_S,
    owned_by: ownerOfModel(id),
    permission: [],
    root: id,
    parent: null,
  }));
