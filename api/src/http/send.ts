import type { Response } from 'express';
import type { RouteSpec } from '../contract/route.ts';
import type { Language } from '@ledgate/domain/catalogue/language';
import { noticeText, problemText } from '../messages/texts.ts';
import type { Answer } from './answer.ts';
import type { Problem, ProblemCode } from './problem.ts';
import { TOTAL_HEADER } from './total-header.ts';

/** Business failures are answered 200 (docs/behaviour.md#answers); these are none. */
export const STATUS = {
  not_signed_in: 401,
  access_token_unknown: 401,
  demo_site: 405,
  own_account_closed: 401,
  outside_state_wrong: 403,
  user_header_wrong: 401,
  body_too_large: 413,
  bodies_full: 503,
  bodies_of_address_full: 429,
  ledger_unavailable: 503,
  written_by_later_release: 503,
  database_unavailable: 503,
  read_models_filling: 503,
  internal: 500,
} as const satisfies Partial<Record<ProblemCode, number>>;

/** Who asks for a file tells by the status alone that it is none (docs/behaviour.md#files). */
export const fileStatus = (problem: Problem): number => {
  const { code } = problem;
  if (code === 'size_not_sealed') return problem.isComing === true ? 409 : 404;
  return code === 'role_too_low'
    ? 403
    : code.endsWith('_missing')
      ? 404
      : code === 'export_expired'
        ? 410
        : LATER.has(code)
          ? 409
          : 400;
};

/** The same call will be answered once others have ended, or it itself. */
const LATER: ReadonlySet<ProblemCode> = new Set([
  'exports_too_many',
  'exports_full',
  'export_not_done',
  'read_models_behind',
]);

/** What a payment provider takes for no. */
const TEXT_REFUSED = 'fail';

type Answering = { readonly answers?: RouteSpec['answers'] | undefined };

export function sendProblem(
  response: Response,
  problem: Problem,
  language: Language,
  beside: Readonly<Record<string, unknown>> = {},
  { answers }: Answering = {},
): void {
  if (answers === 'text') {
    sendText(response, TEXT_REFUSED);
    return;
  }
  const own = (STATUS as Partial<Record<ProblemCode, number>>)[problem.code];
  const status = own ?? (answers === 'file' ? fileStatus(problem) : 200);
  const text = problemText(problem, language);
  // No method is allowed there as long as the site is one; programs tell it from a wrong method by its code, and why there is no file.
  if (status === STATUS.demo_site) response.setHeader('Allow', '');
  const told = status === STATUS.demo_site || answers === 'file' ? { code: problem.code, ...beside } : beside;
  const isPayment = answers === 'payment' && status === 200;
  response
    .status(status)
    .json(isPayment ? { message: 'error', data: text, ...told } : { success: false, message: text, ...told });
}

const sendText = (response: Response, text: string): void => {
  response.type('text/plain').send(text);
};

export function sendAnswer(
  response: Response,
  answer: Answer<RouteSpec>,
  language: Language,
  { answers }: Answering = {},
): void {
  if (!answer.ok) {
    sendProblem(response, answer.problem, language, answer.beside, { answers });
    return;
  }
  if (answers === 'text') {
    sendText(response, String(answer.data));
    return;
  }
  if (answer.location !== undefined) {
    response.redirect(answer.location);
    return;
  }
  if (answer.total !== undefined) response.setHeader(TOTAL_HEADER, String(answer.total));
  const beside = answer.beside as Readonly<Record<string, unknown>> | undefined;
  if (answers === 'payment') {
    response.json({ message: 'success', data: answer.data, ...beside });
    return;
  }
  response.json({ success: true, message: noticeText(answer.notice, language), data: answer.data, ...beside });
}

/** Unknown paths, in the shape that SDKs read (docs/behaviour.md#unknown-paths). */
export function sendUnknownPath(response: Response, method: string, path: string): void {
  response.status(404).json({
    error: { message: `Invalid URL (${method} ${path})`, type: 'invalid_request_error', param: '', code: '' },
  });
}
