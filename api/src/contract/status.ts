import { isNumberRow } from '@ledgate/domain/options/check';
import type { OptionRow } from '@ledgate/domain/options/registry';
import { type PublicOptions, publicRows } from '@ledgate/domain/options/public-options';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { nothing, route } from './route.ts';

function schemaOf(row: OptionRow): z.ZodType {
  switch (row.kind) {
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(row.choices);
    case 'links':
      return z.array(z.record(z.string(), z.string()));
    case 'price':
      return z.number();
    default:
      return isNumberRow(row) ? z.number() : z.string();
  }
}

const publicShape = Object.fromEntries(publicRows().map(([name, , row]) => [name, schemaOf(row)])) as {
  readonly [Name in keyof PublicOptions]: z.ZodType<PublicOptions[Name]>;
};

/** What the console must know before anybody signs in (docs/behaviour.md#status): the public options, by the names of their rows, and a little more. */
const statusSchema = z.object({
  version: z.string(),
  start_time: z.number().int(),
  ...publicShape,
  enable_batch_update: z.boolean(),
  enable_online_topup: z.boolean(),
});
export type Status = z.output<typeof statusSchema>;

export const statusRoutes = {
  status: route({
    method: 'GET',
    path: '/api/status',
    ...ACCESS.status.status,
    summary: 'What the console must know before anybody signs in',
    data: statusSchema,
  }),
  test: route({
    method: 'GET',
    path: '/api/status/test',
    ...ACCESS.status.test,
    summary: 'Whether the database answers; HTTP 503 when not',
    data: nothing,
  }),
  notice: route({
    method: 'GET',
    path: '/api/notice',
    ...ACCESS.status.notice,
    summary: 'The notice',
    data: z.string(),
  }),
  about: route({
    method: 'GET',
    path: '/api/about',
    ...ACCESS.status.about,
    summary: 'The text about this service, or an https address of it',
    data: z.string(),
  }),
  homePage: route({
    method: 'GET',
    path: '/api/home_page_content',
    ...ACCESS.status.homePage,
    summary: "The home page's text, or an https address of it",
    data: z.string(),
  }),
} as const;
