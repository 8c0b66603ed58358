import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted: an IPv6 caller owns its whole /64, in any spelling; a mapped IPv4 address
 * counts as IPv4.
 */
export function addressKey(ip: string): string {
  const [plain = ''] = ip.toLowerCase().split('%');
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? ip;
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
