import { expect } from '@jest/globals';
import { type Answer, errorOf } from './relay-fixture.ts';

/** The relay's refusal: its status, members of its error, and the request id in its message. */
export function expectRefused(answer: Answer, status: number, members: object = {}): void {
  expect(answer.status).toBe(status);
  expect(errorOf(answer)).toMatchObject(members);
  expect(errorOf(answer).message).toMatch(/ \(request id: id-\d+\)$/);
}
