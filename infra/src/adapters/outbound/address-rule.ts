import ipaddr from 'ipaddr.js';

/** `refused`: of this machine or a private network, one that hides another, or one of no public use. `allowed`: it would be, but for the operator. */
type AddressVerdict = 'public' | 'allowed' | 'refused';

export type AddressRule = (address: string) => AddressVerdict;

/** What may be called (docs/architecture.md#calls-that-go-out). `allowed`: addresses and networks (10.0.0.0/8); an address is in those of its own version. */
export function addressRule(allowed: readonly string[]): AddressRule {
  const networks = allowed.map(networkOf);
  return (text) => {
    if (!ipaddr.isValid(text)) return 'refused';
    const address = ipaddr.parse(text);
    if (networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
      return 'allowed';
    return isPublic(address) ? 'public' : 'refused';
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function networkOf(text: string): [Address, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** All that is given out for use on the internet; outside of it IPv6 has what the library knows no name for. */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address.match(GIVEN_OUT) && !hasIpv4At(address as ipaddr.IPv6));
}

/** Of ISATAP (RFC 5214), which may stand behind any prefix. */
const hasIpv4At = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
