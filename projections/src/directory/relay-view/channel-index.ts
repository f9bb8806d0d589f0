import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelTypeOf, isServed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '../relay-view.ts';

/** Every channel by id; by group and model the enabled ones of a type that the relay can serve: no other is offered. Immutable: a change makes a new one. */
export type ChannelIndex = {
  readonly byId: ReadonlyMap<number, ChannelView>;
  /** Highest priority first, then by id. */
  readonly byGroup: ReadonlyMap<string, ReadonlyMap<string, readonly ChannelView[]>>;
  readonly modelsByGroup: ReadonlyMap<string, readonly string[]>;
};

export function channelIndex(channels: readonly ChannelView[]): ChannelIndex {
  const enabled = channels
    .filter(({ status, type }) => status === CHANNEL_STATUS.enabled && isServed(channelTypeOf(type)))
    .sort((one, other) => other.priority - one.priority || one.id - other.id);
  const byGroup = new Map<string, Map<string, ChannelView[]>>();
  for (const channel of enabled) {
    for (const group of channel.groups) {
      const models = byGroup.get(group) ?? new Map<string, ChannelView[]>();
      byGroup.set(group, models);
      for (const model of channel.models) models.set(model, [...(models.get(model) ?? []), channel]);
    }
  }
  return {
    byId: new Map(channels.map((channel) => [channel.id, channel])),
    byGroup,
    modelsByGroup: new Map([...byGroup].map(([group, models]) => [group, [...models.keys()].sort()])),
  };
}

/** Names under which the models of a family are listed and priced together (docs/behaviour.md#channel-choice). */
export function listedModel(model: string): string {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*';
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*';
  return model;
}
