import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelTypeOf, isServed, isWithdrawn } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '../relay-view.ts';

type ByGroup = ReadonlyMap<string, ReadonlyMap<string, readonly ChannelView[]>>;

/** Every channel by id; by group and model the enabled ones of a type that the relay can serve: no other is offered. Immutable: a change makes a new one. */
export type ChannelIndex = {
  readonly byId: ReadonlyMap<number, ChannelView>;
  /** Highest priority first, then by id. */
  readonly byGroup: ByGroup;
  /** Enabled ones of types that are no longer offered, so that who asks for their models hears of that. */
  readonly withdrawn: ByGroup;
  readonly modelsByGroup: ReadonlyMap<string, readonly string[]>;
};

export function channelIndex(channels: readonly ChannelView[]): ChannelIndex {
  const enabled = channels
    .filter(({ status }) => status === CHANNEL_STATUS.enabled)
    .sort((one, other) => other.priority - one.priority || one.id - other.id);
  const byGroup = grouped(enabled.filter(({ type }) => isServed(channelTypeOf(type))));
  return {
    byId: new Map(channels.map((channel) => [channel.id, channel])),
    byGroup,
    withdrawn: grouped(enabled.filter(({ type }) => isWithdrawn(channelTypeOf(type)))),
    modelsByGroup: new Map([...byGroup].map(([group, models]) => [group, [...models.keys()].sort()])),
  };
}

function grouped(channels: readonly ChannelView[]): ByGroup {
  const byGroup = new Map<string, Map<string, ChannelView[]>>();
  for (const channel of channels) {
    for (const group of channel.groups) {
      const models = byGroup.get(group) ?? new Map<string, ChannelView[]>();
      byGroup.set(group, models);
      for (const model of channel.models) models.set(model, [...(models.get(model) ?? []), channel]);
    }
  }
  return byGroup;
}

/** Names under which the models of a family are listed and priced together (docs/behaviour.md#channel-choice). */
export function listedModel(model: string): string {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*';
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*';
  return model;
}
