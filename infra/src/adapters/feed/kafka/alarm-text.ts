import type { PartitionAlarm } from './consume-session.ts';
import { ALARM_CHARACTERS_MAX, ALARMS_TOLD_MAX } from './limits.ts';

/** Where partitions stand on a message nobody can read, and why: the first ALARMS_TOLD_MAX of them. Undefined while none does. */
export function alarmText(alarms: readonly PartitionAlarm[]): string | undefined {
  if (alarms.length === 0) return undefined;
  const told = alarms
    .slice(0, ALARMS_TOLD_MAX)
    .map(({ topic, partition, offset, message }) =>
      `${topic}/${partition} at ${offset}: ${message}`.slice(0, ALARM_CHARACTERS_MAX),
    );
  const more = alarms.length - told.length;
  return [...told, ...(more === 0 ? [] : [`and ${more} more`])].join('; ');
}
