import { OPTION_KEY_CHARACTERS_MAX, OPTION_VALUE_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { optionFault, savedOptionText } from '@ledgate/domain/options/check';
import { type OptionKey, OPTIONS } from '@ledgate/domain/options/registry';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { textUpTo } from './fields.ts';
import { nothing, route } from './route.ts';

const valueText = textUpTo(OPTION_VALUE_CHARACTERS_MAX);

/** The text of an option as it is stored; what its row does not let through is an issue with the fault (`OptionFault`) as `params`. */
export const optionText = (key: OptionKey) =>
  valueText
    .transform((sent) => savedOptionText(OPTIONS[key], sent))
    .superRefine((text, context) => {
      const fault = optionFault(key, text);
      if (fault !== undefined) context.addIssue({ code: 'custom', params: fault });
    });

export const optionRoutes = {
  list: route({
    method: 'GET',
    path: '/api/option/',
    ...ACCESS.option.list,
    summary: 'Every option but those whose key ends in Token, Secret or Key',
    data: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
  secrets: route({
    method: 'GET',
    path: '/api/option/secrets',
    ...ACCESS.option.secrets,
    summary:
      'Which options that are secrets are set, and since when (Unix seconds; null where that is not known); never what they are',
    data: z.array(z.object({ key: z.string(), set: z.boolean(), set_time: z.number().nullable() })),
  }),
  set: route({
    method: 'PUT',
    path: '/api/option/',
    ...ACCESS.option.set,
    summary: 'Sets one option; numbers and switches may be sent as such; without a value it stays as it is',
    body: z.object({
      key: textUpTo(OPTION_KEY_CHARACTERS_MAX).min(1),
      value: z.union([valueText, z.number(), z.boolean()]).nullish(),
    }),
    data: nothing,
  }),
  resetModelRatio: route({
    method: 'POST',
    path: '/api/option/rest_model_ratio',
    ...ACCESS.option.resetModelRatio,
    summary: 'Sets ModelRatio to the built-in map',
    data: nothing,
  }),
} as const;
