import { describe, expect, it } from '@jest/globals';
import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelId } from '@ledgate/domain/shared/ids';
import type { ChannelView } from '../relay-view.ts';
import { servingSince } from './serving-since.ts';

const channel = (fields: Partial<ChannelView> = {}): ChannelView => ({
  id: channelId(1),
  name: 'one',
  type: 1,
  status: CHANNEL_STATUS.enabled,
  key: 'sk-1',
  keyId: 1,
  organization: '',
  baseUrl: '',
  other: '',
  models: ['gpt-4o', 'o1'],
  groups: ['default'],
  modelMapping: new Map(),
  statusCodeMapping: new Map(),
  setting: {},
  priority: 0,
  weight: 0,
  autoBan: true,
  testModel: '',
  byKey: [],
  hasOtherKeys: false,
  limits: undefined,
  servingSinceMs: -Infinity,
  ...fields,
});
const sinceOf = (now: Partial<ChannelView>, was?: Partial<ChannelView>): number | undefined =>
  servingSince([channel(now)], new Map(was === undefined ? [] : [[1, channel(was)]]), 70)[0]?.servingSinceMs;

describe('the time since when a channel serves', () => {
  it('is unknown at the first look', () => {
    expect(servingSince([channel()], undefined, 70)[0]?.servingSinceMs).toBe(-Infinity);
  });

  it('is that of the look at which it had come, or was enabled', () => {
    expect(sinceOf({})).toBe(70);
    expect(sinceOf({}, { status: CHANNEL_STATUS.autoDisabled })).toBe(70);
  });

  it('stays where other things change, or it serves less', () => {
    expect(sinceOf({ name: 'other', priority: 9, models: ['o1'] }, { servingSinceMs: 30 })).toBe(30);
    expect(sinceOf({}, {})).toBe(-Infinity);
  });

  it('begins anew with a further model or group', () => {
    expect(sinceOf({}, { models: ['gpt-4o'], servingSinceMs: 30 })).toBe(70);
    expect(sinceOf({ groups: ['default', 'vip'] }, { servingSinceMs: 30 })).toBe(70);
  });
});
