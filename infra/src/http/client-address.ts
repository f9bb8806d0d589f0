import type { Request } from 'express';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The caller's address: the connection's, or what a proxy named in TRUSTED_PROXIES says; IPv4 without its IPv6 dress. */
export function clientAddress(request: Request): string {
  const address = request.ip ?? '';
  return IPV4_IN_IPV6.exec(address)?.[1] ?? address;
}
