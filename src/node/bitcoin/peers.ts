import { compareSubnets, type Subnet } from './subnet.js';

/** A ban by hand, its times in seconds since 1970. */
type Ban = { subnet: Subnet; createdAt: number; until: number };

/** What is known of the peer-to-peer network without taking part in it: what clients asked for. */
export type Peers = {
  /** Nodes that `addnode` asked to stay connected to, in the order they were added. */
  readonly added: Set<string>;
  /** Bans in force, in the order of their subnets. */
  bans(now: number): Ban[];
  ban(ban: Ban): void;
  /** @returns whether there was one */
  unban(subnet: Subnet): boolean;
  clearBans(): void;
  /** Whether the network is switched on. */
  isActive(): boolean;
  setActive(active: boolean): void;
};

export function createPeers(): Peers {
  const bans = new Map<string, Ban>();
  let active = true;
  return {
    added: new Set(),
    bans: (now) => [...bans.values()].filter(({ until }) => until > now).sort((a, b) => compareSubnets(a.subnet, b.subnet)),
    ban: (ban) => {
      bans.set(ban.subnet.text, ban);
    },
    unban: ({ text }) => bans.delete(text),
    clearBans: () => bans.clear(),
    isActive: () => active,
    setActive: (next) => {
      active = next;
    },
  };
}
