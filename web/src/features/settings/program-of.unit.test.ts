import { describe, expect, it } from '@jest/globals';
import { programOf } from './program-of.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

describe('programOf', () => {
  it.each([
    [`${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [
      `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
      'Edge',
      'Windows',
    ],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari', 'macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 CriOS/125.0 Safari/604.1',
      'Chrome',
      'iOS',
    ],
    ['curl/8.5.0', 'curl', undefined],
    ['x'.repeat(100), 'x'.repeat(40), undefined],
  ])('%s', (agent, name, system) => expect(programOf(agent)).toEqual({ name, system }));

  it.each(['', '  '])('knows nothing of %j', (agent) => expect(programOf(agent)).toBeUndefined());
});
