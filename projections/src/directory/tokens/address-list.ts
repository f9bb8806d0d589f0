import { BlockList, isIP, isIPv6 } from 'node:net';
import { addressRanges } from '@ledgate/domain/shared/address-lines';

/** Addresses from which a token may be used. */
export interface AddressList {
  /** `address` without a zone; IPv4 in IPv6 dress counts as IPv4. */
  has(address: string): boolean;
  /** How many lines it holds. */
  readonly size: number;
}

/**
 * The list as it is asked; null: from everywhere. A line that is no address is left out, and a list without any other lets nobody in: whoever
 * wrote it meant a restriction.
 */
export function addressList(text: string): AddressList | null {
  if (text.trim() === '') return null;
  const list = new BlockList();
  const ranges = addressRanges(text);
  for (const { network, bits, family } of ranges) list.addSubnet(network, bits, family);
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
    size: ranges.length,
  };
}
