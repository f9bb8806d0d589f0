import { ownerOfModel } from '@ledgate/domain/channel/channel-types';

/** When the models of this kind of gateway say they were made (docs/behaviour.md#model-lists). */
export const CREATED = 1_626_777_600;

/** A model as OpenAI's SDKs read it, with the further members that clients of this kind of gateway know (docs/behaviour.md#model-lists). */
export const modelObject = (id: string): object => ({
  id,
  object: 'model',
  created: CREATED,
  owned_by: ownerOfModel(id),
  permission: [PERMISSION],
  root: id,
  parent: null,
});

const PERMISSION = {
  id: 'modelperm-everything',
  object: 'model_permission',
  created: CREATED,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
};
