import { expect, it } from '@jest/globals';
import { authorizeAddress } from './authorize.ts';

it.each([
  ['github', 'https://github.com/login/oauth/authorize?client_id=a%26b&state=s&scope=user%3Aemail'],
  ['linuxdo', 'https://connect.linux.do/oauth2/authorize?response_type=code&client_id=a%26b&state=s'],
] as const)('%s asks at its own page, and nothing that an operator has typed changes what', (provider, address) => {
  expect(authorizeAddress(provider, 'a&b', 's')).toBe(address);
});
