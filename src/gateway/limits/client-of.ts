import { isLoopback } from '#platform/port-guard.js';
import { isIPv6 } from '#platform/sockets.js';

const GROUPS = 8;
const GROUP_BITS = 16;
/** The first groups of an IPv4 address as IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/**
 * Returns the client of an IP address, for limits. All addresses of this machine are one client. A machine has many IPv6 addresses: those
 * with the same first bits are one client, too.
 * @param ipv6Prefix the number of bits
 */
export function clientOf(ip: string, ipv6Prefix: number): string {
  const address = addressOf(ip);
  if (isLoopback(address)) return 'loopback';
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  // An IPv4 peer of a socket that listens on IPv6 is the same client.
  if (groups.slice(0, MAPPED.length).join() === MAPPED.join()) return groups.slice(MAPPED.length).flatMap(bytesOf).join('.');
  const network = groups.map((group, at) => group & maskOf(ipv6Prefix - at * GROUP_BITS));
  return `${network.map((group) => group.toString(16)).join(':')}/${ipv6Prefix}`;
}

/** Returns an address without a port, which some proxies add, and without a zone. */
function addressOf(ip: string): string {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? [];
  return (inBrackets ?? beforePort ?? ip).replace(/%.*/s, '');
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff];
}

/** Returns the eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The last two may be written as an IPv4 address.
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [begin = [], end = []] = hex
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return [...begin, ...new Array<number>(Math.max(0, GROUPS - begin.length - end.length)).fill(0), ...end];
}

/** Returns the mask of a group of which the first `bits` count. */
function maskOf(bits: number): number {
  const counted = Math.min(GROUP_BITS, Math.max(0, bits));
  return (0xffff << (GROUP_BITS - counted)) & 0xffff;
}
