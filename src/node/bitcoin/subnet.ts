import { isIPv4, isIPv6 } from 'node:net';

/** A range of IP addresses. `single` when it was written as one address and not as a range. */
export type Subnet = {
  /** As Core writes it: `10.0.0.0/8`, `2001:db8::/32`. */
  text: string;
  bytes: number[];
  /** How many leading bits count. */
  length: number;
  single: boolean;
};

/** ::ffff:0:0/96, where IPv6 has the addresses of IPv4. */
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
/** 2001:db8::/32, which is for documents (RFC 3849). */
const DOCUMENTATION_PREFIX = [0x20, 0x01, 0x0d, 0xb8];

/** An address or a range of them: with a prefix length, or for IPv4 with a mask; undefined if it is neither. */
export function parseSubnet(text: string): Subnet | undefined {
  const [address = '', mask, ...more] = text.split('/');
  const bytes = more.length > 0 ? undefined : addressBytes(address);
  if (bytes === undefined) return undefined;
  const bits = bytes.length * 8;
  const length = mask === undefined ? bits : prefixLength(mask, bits);
  if (length === undefined || (mask === undefined && !isValid(bytes))) return undefined;
  const masked = bytes.map((byte, index) => byte & maskByte(length, index));
  return { text: `${formatAddress(masked)}/${length}`, bytes: masked, length, single: mask === undefined };
}

/** Whether a ban of `ban` is one of `subnet` already: an address may be in a wider range, a range must be the same. */
export function covers(ban: Subnet, subnet: Subnet): boolean {
  if (!subnet.single) return ban.text === subnet.text;
  return (
    ban.bytes.length === subnet.bytes.length &&
    ban.bytes.every((byte, index) => byte === (maskByte(ban.length, index) & (subnet.bytes[index] ?? 0)))
  );
}

/** Core's order: IPv4 first, then by address, then by length. */
export function compareSubnets(a: Subnet, b: Subnet): number {
  return a.bytes.length - b.bytes.length || Buffer.compare(Uint8Array.from(a.bytes), Uint8Array.from(b.bytes)) || a.length - b.length;
}

function maskByte(length: number, index: number): number {
  return (0xff00 >> Math.min(8, Math.max(0, length - index * 8))) & 0xff;
}

/** Addresses that no node can have: all zeroes, all ones, and those for documents. */
function isValid(bytes: number[]): boolean {
  if (bytes.every((byte) => byte === 0)) return false;
  if (bytes.length === 4) return !bytes.every((byte) => byte === 0xff);
  return !DOCUMENTATION_PREFIX.every((byte, index) => bytes[index] === byte);
}

function prefixLength(mask: string, bits: number): number | undefined {
  if (/^\d{1,3}$/.test(mask)) return Number(mask) <= bits ? Number(mask) : undefined;
  if (bits !== 32 || !isIPv4(mask)) return undefined;
  const text = ipv4Bytes(mask)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(text) ? text.replaceAll('0', '').length : undefined;
}

function addressBytes(address: string): number[] | undefined {
  if (isIPv6(address) && !address.includes('%')) {
    const bytes = ipv6Bytes(address);
    return MAPPED_PREFIX.every((byte, index) => bytes[index] === byte) ? bytes.slice(12) : bytes;
  }
  // As in `inet_aton`, fewer than four parts are an address too. URLs have the same rule.
  if (!/^[\d.]+$/.test(address) || !URL.canParse(`http://${address}`)) return undefined;
  return ipv4Bytes(new URL(`http://${address}`).hostname);
}

function ipv4Bytes(address: string): number[] {
  return address.split('.').map(Number);
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = canonicalIpv6(address).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
}

function formatAddress(bytes: number[]): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) => (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16));
  return canonicalIpv6(groups.join(':'));
}

/** The form of RFC 5952, which URLs have. */
function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
