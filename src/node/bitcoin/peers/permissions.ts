import { BlockList, isIPv6 } from 'node:net';

/** What bitcoind may allow its peers (`src/net_permissions.h`). The others than `noban`, `relay` and `forcerelay` change nothing: the node refuses no peer what they allow. */
const PERMISSIONS = ['bloomfilter', 'noban', 'forcerelay', 'relay', 'mempool', 'download', 'addr'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of peers from some addresses. */
export type Whitelist = { permissions: readonly Permission[]; address: string; prefix: number };

/** The permissions of a peer that no list names: peers may send `mempool`. */
const EVERYBODY: readonly Permission[] = ['mempool'];

/** Returns the permissions of peers by their address, such as `127.0.0.1`. */
export function permissionsBy(lists: readonly Whitelist[]): (address: string) => Permission[] {
  const checked = lists.map(({ permissions, address, prefix }) => {
    const addresses = new BlockList();
    addresses.addSubnet(address, prefix, familyOf(address));
    return { permissions, addresses };
  });
  return (address) => {
    const given = checked.filter(({ addresses }) => addresses.check(address, familyOf(address))).flatMap(({ permissions }) => permissions);
    return PERMISSIONS.filter((name) => EVERYBODY.includes(name) || given.includes(name));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
