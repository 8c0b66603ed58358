import { BlockList, isIP, isIPv6 } from 'node:net';

/** Names of IP ranges that `TRUST_PROXY` accepts. */
const namedRanges: Readonly<Record<string, readonly string[] | undefined>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a function that tells whether an address is that of a proxy named by `TRUST_PROXY`. */
export function createProxyCheck(trustProxy: boolean | readonly string[]): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const list = new BlockList();
  for (const range of trustProxy.flatMap((name) => namedRanges[name] ?? [name])) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Stands for text that is not an IP address, so that all such clients share one limit. */
const NO_ADDRESS = '0.0.0.0';

/**
 * `X-Forwarded-For` with addresses only: some proxies add the port, with IPv6 in brackets, or send other text. A new port
 * with each request would be a new address for every limit.
 */
export const plainAddresses = (header: string): string =>
  header
    .split(',')
    .map((part) => plainAddress(part.trim().replaceAll('"', '')))
    .join(', ');

function plainAddress(text: string): string {
  const bare = /^\[(?<v6>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['v6'] ?? text;
  if (isIP(bare) !== 0) return bare;
  const withoutPort = bare.replace(/:\d+$/, '');
  return isIP(withoutPort) === 4 ? withoutPort : NO_ADDRESS;
}
