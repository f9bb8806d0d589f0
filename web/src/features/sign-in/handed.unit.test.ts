import { describe, expect, it } from '@jest/globals';
import { handedIn } from './handed.ts';

describe('what a provider hands on', () => {
  it('is a code and the state of the sign-in', () =>
    expect(handedIn('?code=a%2Bb&state=s')).toEqual({
      code: 'a+b',
      state: 's',
      error: undefined,
      error_description: undefined,
    }));

  it('is why it says no', () =>
    expect(handedIn('?error=access_denied&error_description=The+user+said+no&state=s')).toMatchObject({
      code: undefined,
      error: 'access_denied',
      error_description: 'The user said no',
    }));

  it.each(['', '?code=a', '?state=s', '?code=&state=s', '?code=a&state='])('is nothing in %j', (search) =>
    expect(handedIn(search)).toBeUndefined(),
  );
});
