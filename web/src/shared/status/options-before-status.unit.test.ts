import { expect, it } from '@jest/globals';
import { publicOptions } from '@ledgate/domain/options/public-options';
import { optionValues } from '@ledgate/domain/options/values';
import { OPTIONS_BEFORE_STATUS } from './options-before-status.ts';

it('the options until there is a status record are the defaults of the options’ table', () => {
  expect(OPTIONS_BEFORE_STATUS).toEqual(publicOptions(optionValues(new Map())));
});
