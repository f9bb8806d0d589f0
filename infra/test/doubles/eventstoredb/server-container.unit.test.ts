import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SERVER_IMAGE } from './server-container.ts';

it('is the server that the Compose file runs', () => {
  const compose = readFileSync(join(import.meta.dirname, '../../../deploy/compose.yaml'), 'utf8');
  expect(compose).toMatch(/^ {4}image: eventstore\/eventstore:/mu);
  expect(compose).toContain(`    image: ${SERVER_IMAGE}\n`);
});
