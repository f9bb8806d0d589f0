import type { ErrorForm } from '../../errors/error-form.ts';

/** Google's names of errors by HTTP status; others are FAILED_PRECONDITION below 500 and INTERNAL from there on. */
const STATUSES: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [413, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [501, 'UNIMPLEMENTED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
]);

/** An error as Google's SDKs read it (docs/behaviour.md#relay-errors); the request's id stands in its details. */
export const geminiError: ErrorForm = ({ status, message }, requestId) => {
  const body = JSON.stringify({ error: { ...errorOf(status, message), details: [{ '@type': DETAIL, requestId }] } });
  return { status, body, lastEvent: `data: ${body}\n\n` };
};

/** The same where a stream is one array of JSON. */
export const geminiArrayError: ErrorForm = (error, requestId) => {
  const said = geminiError(error, requestId);
  return { ...said, lastEvent: `,\r\n${said.body}]` };
};

const DETAIL = 'type.googleapis.com/google.rpc.RequestInfo';

export const errorOf = (status: number, message: string): { code: number; message: string; status: string } => ({
  code: status,
  message,
  status: STATUSES.get(status) ?? (status < 500 ? 'FAILED_PRECONDITION' : 'INTERNAL'),
});
