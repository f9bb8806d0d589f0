/** A network: one address, or all that begin with its first bits. */
type AddressRange = { readonly network: string; readonly bits: number; readonly family: AddressFamily };
/** A line of a list that is neither an IP address nor a range; counted from 1. */
type WrongAddressLine = { readonly line: number; readonly text: string };

const BITS_MAX = { ipv4: 32, ipv6: 128 } as const;
type AddressFamily = keyof typeof BITS_MAX;

const GROUPS = 8;
const GROUPS_OF_IPV4 = 2;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`, 'u');
const GROUP = /^[\da-f]{1,4}$/iu;

/** One address or range (`10.0.0.0/8`) a line; blanks and commas do not count. undefined: every line is one of them or empty. */
export function wrongAddressLine(text: string): WrongAddressLine | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => bare(line) !== '' && rangeOf(bare(line)) === undefined);
  return at === -1 ? undefined : { line: at + 1, text: (lines[at] ?? '').trim() };
}

/** The ranges of a list; a line that is none is left out. */
export const addressRanges = (text: string): readonly AddressRange[] =>
  text.split('\n').flatMap((line) => rangeOf(bare(line)) ?? []);

const bare = (line: string): string => line.replaceAll(/[\s,]/g, '');

function rangeOf(line: string): AddressRange | undefined {
  const [network = '', bits, ...others] = line.split('/');
  const family = familyOf(network);
  if (family === undefined || others.length > 0) return undefined;
  if (bits === undefined) return { network, bits: BITS_MAX[family], family };
  const isPrefix = /^\d{1,3}$/.test(bits) && Number(bits) <= BITS_MAX[family];
  return isPrefix ? { network, bits: Number(bits), family } : undefined;
}

/** undefined: no address, or one with a zone, which means something on one machine alone. */
function familyOf(text: string): AddressFamily | undefined {
  if (IPV4.test(text)) return 'ipv4';
  return isIpv6(text) ? 'ipv6' : undefined;
}

function isIpv6(text: string): boolean {
  const [head = '', tail, ...others] = text.split('::');
  if (others.length > 0) return false;
  const before = groupsIn(head, tail === undefined);
  const after = groupsIn(tail ?? '', true);
  if (before === undefined || after === undefined) return false;
  return tail === undefined ? before === GROUPS : before + after < GROUPS;
}

/** How many groups of 16 bits; an IPv4 address at the end is two. undefined: something else stands there. */
function groupsIn(part: string, isEnd: boolean): number | undefined {
  if (part === '') return 0;
  const groups = part.split(':');
  const hasIpv4 = isEnd && IPV4.test(groups.at(-1) ?? '');
  if (!(hasIpv4 ? groups.slice(0, -1) : groups).every((group) => GROUP.test(group))) return undefined;
  return hasIpv4 ? groups.length - 1 + GROUPS_OF_IPV4 : groups.length;
}
