/** Names of zones have at most 32 letters. */
const NAME_CHARACTERS_MAX = 64;
const LETTER = /^[A-Za-z]/u;

/** Whether a name is that of a zone that this program knows (IANA, as `Europe/Berlin`). */
export function isZone(name: string): boolean {
  if (name.length > NAME_CHARACTERS_MAX || !LETTER.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Seconds that clocks of a zone are ahead of UTC, by the time in Unix seconds. Throws RangeError for a zone that is not known. */
export function zoneOffset(timeZone: string): (seconds: number) => number {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (seconds) => {
    const parts = Object.fromEntries(formatter.formatToParts(seconds * 1_000).map(({ type, value }) => [type, value]));
    const part = (name: string): number => Number(parts[name]);
    const wall = new Date(0);
    wall.setUTCFullYear(parts['era'] === 'BC' ? 1 - part('year') : part('year'), part('month') - 1, part('day'));
    wall.setUTCHours(part('hour'), part('minute'), part('second'));
    return wall.getTime() / 1_000 - Math.floor(seconds);
  };
}
