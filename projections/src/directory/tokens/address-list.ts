import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Addresses from which a token may be used. */
export interface AddressList {
  /** `address` without a zone; IPv4 in IPv6 dress counts as IPv4. */
  has(address: string): boolean;
  /** How many lines it holds. */
  readonly size: number;
}

/** A line of a token's list that is neither an IP address nor a range; counted from 1. */
type WrongLine = { readonly line: number; readonly text: string };

const PREFIX_BITS_MAX = { ipv4: 32, ipv6: 128 } as const;
type Range = { readonly network: string; readonly bits: number; readonly family: keyof typeof PREFIX_BITS_MAX };

/** One address or range (`10.0.0.0/8`) a line; blanks and commas do not count. undefined: every line is one of them or empty. */
export function wrongLine(text: string): WrongLine | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => bare(line) !== '' && rangeOf(bare(line)) === undefined);
  return at === -1 ? undefined : { line: at + 1, text: (lines[at] ?? '').trim() };
}

/**
 * The list as it is asked; null: from everywhere. A line that is no address is left out, and a list without any other lets nobody in: whoever
 * wrote it meant a restriction.
 */
export function addressList(text: string): AddressList | null {
  if (text.trim() === '') return null;
  const list = new BlockList();
  const ranges = text.split('\n').flatMap((line) => rangeOf(bare(line)) ?? []);
  for (const { network, bits, family } of ranges) list.addSubnet(network, bits, family);
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
    size: ranges.length,
  };
}

const bare = (line: string): string => line.replaceAll(/[\s,]/g, '');

function rangeOf(line: string): Range | undefined {
  const [network = '', bits, ...others] = line.split('/');
  if (isIP(network) === 0 || network.includes('%') || others.length > 0) return undefined;
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  if (bits === undefined) return { network, bits: PREFIX_BITS_MAX[family], family };
  const isPrefix = /^\d{1,3}$/.test(bits) && Number(bits) <= PREFIX_BITS_MAX[family];
  return isPrefix ? { network, bits: Number(bits), family } : undefined;
}
