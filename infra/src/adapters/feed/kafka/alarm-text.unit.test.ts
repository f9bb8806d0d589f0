import { describe, expect, it } from '@jest/globals';
import { alarmText } from './alarm-text.ts';
import { ALARM_CHARACTERS_MAX, ALARMS_TOLD_MAX } from './limits.ts';

const alarm = (partition: number, message = 'not ours') => ({
  topic: 'ledgate.events.g1',
  partition,
  offset: String(40 + partition),
  message,
});

describe("the text of the feed's alarms", () => {
  it('is none while no partition stands', () => {
    expect(alarmText([])).toBeUndefined();
  });

  it('says of each partition where it stands and why', () => {
    expect(alarmText([alarm(0), alarm(2, 'no position')])).toBe(
      'ledgate.events.g1/0 at 40: not ours; ledgate.events.g1/2 at 42: no position',
    );
  });

  it('is bounded, however many stand and whatever the messages say', () => {
    const text =
      alarmText(Array.from({ length: ALARMS_TOLD_MAX + 3 }, (_, partition) => alarm(partition, 'x'.repeat(10_000)))) ??
      '';
    expect(text).toMatch(/; and 3 more$/);
    expect(text.length).toBeLessThan(ALARMS_TOLD_MAX * (ALARM_CHARACTERS_MAX + 2) + 20);
  });
});
