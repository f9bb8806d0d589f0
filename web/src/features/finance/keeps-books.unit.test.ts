import { expect, it } from '@jest/globals';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { KEEPS_BOOKS } from './keeps-books.ts';

it('periods are closed in the console by whom the server lets', () => {
  for (const access of [ACCESS.financePeriod.close, ACCESS.financePeriod.reopen]) expect(access).toEqual(KEEPS_BOOKS);
});
