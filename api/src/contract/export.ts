import { z } from 'zod';
import { auditFilters } from './audit.ts';
import * as ACCESS from './who-may.ts';
import { channelFilters } from './channel.ts';
import { allLogFilters, selfLogFilters } from './log.ts';
import { codeFilters } from './redemption.ts';
import { route } from './route.ts';
import { tokenFilters } from './token.ts';
import { orderFilters } from './topup.ts';
import { userFilters } from './user.ts';

/** Rows of a list as a file (docs/behaviour.md#files): the first line names the columns. */
const file = z.string();

export const exportRoutes = {
  log: route({
    method: 'GET',
    path: '/api/log/export',
    ...ACCESS.exported.log,
    answers: 'csv',
    summary: 'The log of everybody as CSV, newest first, by the filters of its list',
    query: z.object(allLogFilters),
    data: file,
  }),
  logSelf: route({
    method: 'GET',
    path: '/api/log/self/export',
    ...ACCESS.exported.logSelf,
    answers: 'csv',
    summary: "The caller's log as CSV, newest first, by the filters of its list",
    query: z.object(selfLogFilters),
    data: file,
  }),
  user: route({
    method: 'GET',
    path: '/api/user/export',
    ...ACCESS.exported.user,
    answers: 'csv',
    summary: 'Users as CSV, newest first, by the filters of their search',
    query: z.object(userFilters),
    data: file,
  }),
  channel: route({
    method: 'GET',
    path: '/api/channel/export',
    ...ACCESS.exported.channel,
    answers: 'csv',
    summary: 'Channels as CSV without their keys, newest first, by the filters of their search',
    query: z.object(channelFilters),
    data: file,
  }),
  token: route({
    method: 'GET',
    path: '/api/token/export',
    ...ACCESS.exported.token,
    answers: 'csv',
    summary: "The caller's tokens as CSV without their keys, newest first, by the filters of their search",
    query: z.object(tokenFilters),
    data: file,
  }),
  redemption: route({
    method: 'GET',
    path: '/api/redemption/export',
    ...ACCESS.exported.redemption,
    answers: 'csv',
    summary: 'Codes as CSV, with their texts, newest first, by the filters of their search',
    query: z.object(codeFilters),
    data: file,
  }),
  topUp: route({
    method: 'GET',
    path: '/api/user/topups/export',
    ...ACCESS.exported.topUp,
    answers: 'csv',
    summary: 'Payment orders as CSV, newest first, by the filters of their list',
    query: z.object(orderFilters),
    data: file,
  }),
  audit: route({
    method: 'GET',
    path: '/api/audit/export',
    ...ACCESS.exported.audit,
    answers: 'csv',
    summary: 'Who has changed what as CSV, newest first, by the filters of the list',
    query: z.object(auditFilters),
    data: file,
  }),
} as const;
