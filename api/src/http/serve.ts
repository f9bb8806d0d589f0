import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { CommandIdReused } from '@ledgate/projections/directory/commands/commands';
import { sessionIdIn } from '@ledgate/projections/directory/sessions/shown-caller';
import { ValueTaken } from '@ledgate/projections/directory/taken';
import { isDatabaseLoss } from '@ledgate/projections/shared/database-loss';
import { inDemoOf, isRefusedInDemo } from '../contract/demo.ts';
import type { RouteSpec } from '../contract/route.ts';
import { languageOf } from '@ledgate/domain/catalogue/language';
import type { Call, Handler } from './call.ts';
import { addressOf, agentOf, type ProvedCallers } from './callers.ts';
import { CallSessionOf } from './call-session.ts';
import { problemOf } from './field-faults.ts';
import { type Presented, refusalOf, visitorOf } from './identity.ts';
import type { Problem } from './problem.ts';
import { sendAnswer, sendProblem } from './send.ts';
import { sendCsv } from './send-csv.ts';
import { sendFile } from './send-file.ts';
import { sendStored } from './send-stored.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import type { WaitingReads } from './waiting-reads.ts';

/** The page's data is behind what this session wrote (docs/architecture.md#waiting-reads). */
const BEHIND_HEADER = 'X-Ledgate-Behind';

export type Kernel = {
  readonly callers: ProvedCallers;
  readonly reads: WaitingReads;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly isDemo: () => boolean;
};

/** A route with its handler, the types between them checked where they were put together. */
export type Served = { readonly spec: RouteSpec; readonly handler: Handler<RouteSpec> };

const DEMO_SITE = { code: 'demo_site' } as const;

export const requestIdOf = (response: Response): string => String(response.locals['requestId'] ?? '');

/** One call from its beginning to its answer: who, may he, what does he ask, is what he wrote there to be read; then its handler. */
export const serve =
  ({ spec, handler }: Served, kernel: Kernel): RequestHandler =>
  async (request, response, next: NextFunction) => {
    const language = languageOf(request.headers);
    if (spec.anyOrigin === true) response.setHeader('Access-Control-Allow-Origin', '*');
    try {
      const { presented, session } = await identify(request, spec, kernel);
      const refusal = pageRefusal(request, spec) ?? refusalOf(presented, userHeader(request, spec, presented), spec);
      if (refusal !== undefined) return sendProblem(response, refusal, language, namedOf(refusal, spec), spec);
      const isDemo = kernel.isDemo();
      if (isDemo && isRefusedInDemo(spec, { isSignedIn: visitorOf(presented) !== undefined, body: request.body }))
        return sendProblem(response, DEMO_SITE, language, {}, spec);

      const parsed = parse(spec, request);
      if ('problem' in parsed)
        return sendProblem(response, parsed.problem, language, faultOf(parsed.problem, spec), spec);

      if (request.method === 'GET') await session.caughtUp();
      const call: Call<RouteSpec> = {
        ...parsed,
        caller: ('user' in presented && spec.level !== 'try_user' ? presented.user : visitorOf(presented)) as undefined,
        session,
        language,
        requestId: requestIdOf(response),
        nowMs: kernel.nowMs(),
        address: addressOf(request),
        agent: agentOf(request),
        refusedInDemo: isDemo && inDemoOf(spec) !== 'goes_on' ? DEMO_SITE : undefined,
        refusedAsUser: visitorRefusal(request, spec, presented),
        setCookie: (token) => {
          setSessionCookie(response, token);
          session.becomes(token);
        },
        clearCookie: () => clearSessionCookie(response),
      };
      response.setHeader('Cache-Control', 'no-store');
      const answer = await handler(call).finally(() => session.settle());
      if (session.behind) response.setHeader(BEHIND_HEADER, '1');
      if (answer.ok && answer.file !== undefined) {
        const { file } = answer;
        const onBroken = (err: unknown): void =>
          kernel.log.error({ err, requestId: requestIdOf(response), path: request.path }, 'a file broke off');
        if ('etag' in file) await sendStored(response, file, onBroken);
        else await ('parts' in file ? sendFile(response, file, onBroken) : sendCsv(response, file, onBroken));
        return;
      }
      sendAnswer(response, answer, language, spec);
    } catch (error) {
      const problem = expected(error);
      const facts = { err: error, requestId: requestIdOf(response), path: request.path };
      if (problem === undefined) {
        if (spec.answers !== 'text') return next(error);
        kernel.log.error(facts, 'a call failed');
        return sendProblem(response, { code: 'internal', requestId: facts.requestId }, language, {}, spec);
      }
      if (problem.code === 'ledger_unavailable') kernel.log.error(facts, 'the ledger cannot be reached');
      if (problem.code === 'written_by_later_release')
        kernel.log.error(facts, 'a stream was written by a later release');
      if (problem.code === 'database_unavailable') kernel.log.error(facts, 'the database cannot be reached');
      // Consoles tell by it that an earlier call was carried out whose answer they have lost.
      const beside = problem.code === 'command_id_reused' ? { code: problem.code } : {};
      sendProblem(response, problem, language, beside, spec);
    }
  };

/** A call that everybody may make has a session too, for logout and for what nobody keeps in one; a public one's user is not asked for. */
async function identify(
  request: Request,
  spec: RouteSpec,
  { callers, reads }: Kernel,
): Promise<{ presented: Presented; session: CallSessionOf }> {
  const { sessions } = callers;
  const token = sessionIdIn(request.headers.cookie);
  const none = (key: string) => new CallSessionOf(isOpen(spec) ? token : undefined, key, [], sessions, reads);
  if (spec.level === 'public') return { presented: { by: 'nobody' }, session: none('') };
  const { session: found, byToken } = await callers.proofOf(request);
  if (token !== undefined && found !== undefined) {
    return {
      presented: { by: 'session', user: found.user },
      session: new CallSessionOf(token, token, found.written, sessions, reads),
    };
  }
  if (byToken === undefined) return { presented: { by: 'nobody' }, session: none('') };
  if (byToken === 'nobody') return { presented: { by: 'unknown_access_token' }, session: none('') };
  return { presented: { by: 'access_token', user: byToken }, session: none(`user-${byToken.id}`) };
}

const isOpen = ({ level }: RouteSpec): boolean => level === 'public' || level === 'try_user';

type Parsed = Pick<Call<RouteSpec>, 'params' | 'query' | 'body'>;

function parse(spec: RouteSpec, request: Request): Parsed | { readonly problem: Problem } {
  const parsed: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = spec[part];
    if (schema === undefined) continue;
    const result = schema.safeParse(request[part]);
    if (!result.success) return { problem: problemOf(result.error) };
    parsed[part] = result.data;
  }
  return parsed as Parsed;
}

/** Which field is not accepted, of a route whose refusals say so. */
const faultOf = (problem: Problem, { refusal }: RouteSpec): Readonly<Record<string, string>> =>
  refusal !== undefined && problem.code === 'field_invalid' ? { code: problem.code, field: problem.field } : {};

/**
 * Refusals that no other call of that person will escape, or that a permission would lift, have their code beside the message: a console says so once
 * (docs/behaviour.md#who-may-call).
 */
function namedOf({ code }: Problem, { opens }: RouteSpec): { readonly code?: string } {
  // What a permission opens is refused to whoever has neither that nor the role for it.
  if (code === 'role_too_low' && opens !== undefined) return { code: 'permission_lacking' };
  return code === 'user_banned' || code === 'own_account_closed' ? { code } : {};
}

/** What a stranger's page or a mail leads to must not sign in or bind anything. */
const pageRefusal = (request: Request, spec: RouteSpec): Problem | undefined =>
  spec.ownPagesOnly === true && !isFromOwnPage(request, spec) ? { code: 'led_from_elsewhere' } : undefined;

/** By https a browser says where it was led from. By http it does not: then the header tells, which no link can send, or the page before. */
function isFromOwnPage(request: Request, { ledFrom }: RouteSpec): boolean {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return headerOf(request, 'new-api-user') !== undefined || (ledFrom !== undefined && pageBefore(request) === ledFrom);
}

/** Where a browser is led by an address it cannot say who calls: its session is enough, where it comes from the page that leads there. */
function userHeader(request: Request, { ledFrom }: RouteSpec, presented: Presented): string | undefined {
  const header = headerOf(request, 'new-api-user');
  const isLed = header === undefined && ledFrom !== undefined && pageBefore(request) === ledFrom;
  return isLed && 'user' in presented ? String(presented.user.id) : header;
}

/** The path of our own page that a browser comes from; undefined where it comes from elsewhere, or does not say. */
function pageBefore(request: Request): string | undefined {
  const before = headerOf(request, 'referer') ?? '';
  if (!URL.canParse(before)) return undefined;
  const { host, pathname } = new URL(before);
  return host === request.host ? pathname : undefined;
}

/** Nobody is a visitor like any other; who shows who he is must be that. */
const visitorRefusal = (request: Request, { looksAtVisitor }: RouteSpec, presented: Presented): Problem | undefined =>
  looksAtVisitor === true && presented.by !== 'nobody'
    ? refusalOf(presented, headerOf(request, 'new-api-user'), { level: 'user' })
    : undefined;

const headerOf = (request: Request, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Errors that are expected at this edge. */
function expected(error: unknown): Problem | undefined {
  if (error instanceof WrittenByLaterRelease) return { code: 'written_by_later_release' };
  if (error instanceof StoreUnavailable) return { code: 'ledger_unavailable' };
  if (isDatabaseLoss(error)) return { code: 'database_unavailable' };
  if (error instanceof ValueTaken && (error.field === 'username' || error.field === 'email'))
    return { code: 'name_taken' };
  if (error instanceof CommandIdReused) return { code: 'command_id_reused' };
  return undefined;
}
