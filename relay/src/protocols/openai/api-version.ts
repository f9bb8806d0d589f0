import type { Request } from 'express';
import { RelayError } from '../../errors/relay-error.ts';

const NAME = 'api-version';
/** Dates, with `-preview` behind some, and numbers: what stands in an upstream's address may not lead anywhere else. */
const VERSION = /^[\w.-]{1,40}$/;

/** A request with the version of an upstream's interface that its caller wants, by the query of his address. */
export function withApiVersion<R extends object>(
  request: R | RelayError,
  { query }: Pick<Request, 'query'>,
): R | RelayError {
  const wanted = query[NAME];
  if (wanted === undefined || wanted === '' || request instanceof RelayError) return request;
  return typeof wanted === 'string' && VERSION.test(wanted)
    ? { ...request, apiVersion: wanted }
    : RelayError.field(NAME, 'must be a version, such as 2024-10-21');
}
