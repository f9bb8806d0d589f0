import { expect, it } from '@jest/globals';
import { newCommandId } from './command-id.ts';

it('is a UUID of version 4, another each time', () => {
  const made = new Set(Array.from({ length: 50 }, newCommandId));
  expect(made.size).toBe(50);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
