import { BlockList, isIP } from '#platform/sockets.js';
import { numericAddress } from './endpoint.js';

/** A banned address or network. Times in seconds since 1970. */
export type Ban = { address: string; createdAt: number; until: number };

/** The addresses whose connections the node refuses. */
export type Bans = {
  /** Those in force, in bitcoind's order. */
  list(): Ban[];
  /** Returns the written form of an address or network, or undefined if it is neither. */
  parse(text: string): string | undefined;
  /** Whether an address is banned, by itself or with its network. */
  has(address: string): boolean;
  /** Whether this very address or network is banned. */
  hasExactly(address: string): boolean;
  add(ban: Ban): void;
  /** @returns whether it was banned */
  remove(address: string): boolean;
  clear(): void;
};

const ONION = /^[a-z2-7]{56}\.onion$/;
const BITS = { 4: 32, 6: 128 } as const;

/** @param now returns seconds since 1970 */
export function createBans(now: () => number): Bans {
  const bans = new Map<string, Ban>();
  const inForce = () => [...bans.values()].filter(({ until }) => until > now());
  return {
    list: () => inForce().sort((a, b) => (rank(a.address) < rank(b.address) ? -1 : 1)),
    parse,
    has: (address) => inForce().some((ban) => covers(ban.address, address)),
    hasExactly: (address) => inForce().some((ban) => ban.address === address),
    add: (ban) => bans.set(ban.address, ban),
    remove: (address) => bans.delete(address),
    clear: () => bans.clear(),
  };
}

function parse(text: string): string | undefined {
  if (ONION.test(text)) return text;
  const [, given = '', prefix] = /^([0-9a-fx.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const address = numericAddress(given) ?? '';
  const family = isIP(address);
  if (family !== 4 && family !== 6) return undefined;
  const bits = prefix === undefined ? BITS[family] : Number(prefix);
  if (bits > BITS[family] || isNobody(numbers(address, family), family)) return undefined;
  return `${masked(address, family, bits)}/${bits}`;
}

/** Whether no peer can have an address: none at all, all ones, or one for documentation in IPv6 (RFC 3849), as Core says. */
function isNobody(groups: readonly number[], family: 4 | 6): boolean {
  if (family === 6 && groups[0] === 0x2001 && groups[1] === 0xdb8) return true;
  return groups.every((group) => group === 0) || (family === 4 && groups.every((group) => group === 255));
}

/** Returns the first address of a network. */
function masked(address: string, family: 4 | 6, bits: number): string {
  const groups = numbers(address, family);
  const width = BITS[family] / groups.length;
  const kept = groups.map((group, index) => {
    const free = Math.min(width, Math.max(0, width * (index + 1) - bits));
    return (group >> free) << free;
  });
  return family === 4 ? kept.join('.') : new URL(`http://[${kept.map((group) => group.toString(16)).join(':')}]`).hostname.slice(1, -1);
}

/** The bytes of an IPv4 address, or the eight groups of an IPv6 address. */
function numbers(address: string, family: 4 | 6): number[] {
  if (family === 4) return address.split('.').map(Number);
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail ?? '')];
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function covers(banned: string, address: string): boolean {
  const [network = '', prefix] = banned.split('/');
  if (prefix === undefined || isIP(address) === 0) return banned === address;
  const family = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family(network));
  return list.check(address, family(address));
}

/** Orders IPv4 before IPv6 before names, then by address and length of the prefix. */
function rank(banned: string): string {
  const [network = '', prefix = ''] = banned.split('/');
  const family = isIP(network);
  if (family !== 4 && family !== 6) return `9${banned}`;
  const digits = numbers(network, family).map((group) => String(group).padStart(5, '0'));
  return [family, ...digits, prefix.padStart(3, '0')].join('.');
}
