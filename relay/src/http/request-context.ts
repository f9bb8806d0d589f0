import type { RequestId } from '@ledgate/domain/shared/ids';
import type { Request, Response } from 'express';

// What the server in front of the routers has found out about a request.

/** The id that is also in the answer's header X-Oneapi-Request-Id. */
export const requestIdOf = (response: Response): RequestId => response.locals['requestId'] as RequestId;

const IPV4_IN_IPV6 = '::ffff:';

/** The caller's address: the connection's, or a trusted proxy's word for it; IPv4 without its IPv6 dress, IPv6 without a zone. */
export function clientAddress(request: Request): string {
  const [address = ''] = (request.ip ?? '').split('%');
  return address.startsWith(IPV4_IN_IPV6) && address.includes('.') ? address.slice(IPV4_IN_IPV6.length) : address;
}
