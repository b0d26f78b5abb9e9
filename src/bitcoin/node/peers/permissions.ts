import { BlockList, isIPv6 } from '#platform/sockets.js';

/**
 * What bitcoind may allow its peers (`src/net_permissions.h`). `bloomfilter` and `addr` change nothing: the node offers no filters and
 * takes no addresses.
 */
const PERMISSIONS = ['bloomfilter', 'noban', 'forcerelay', 'relay', 'mempool', 'download', 'addr'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of peers from some addresses, by who opened the connection. */
export type Whitelist = {
  permissions: readonly Permission[];
  address: string;
  prefix: number;
  /** Whether they hold for connections that the peer opened. @default true */
  inbound?: boolean | undefined;
  /** Whether they hold for connections that this node opened. @default false */
  outbound?: boolean | undefined;
};

/** What a permission includes. */
const IMPLIED: Partial<Record<Permission, Permission>> = { noban: 'download', forcerelay: 'relay' };

/** Returns the permissions of peers by their address, such as `127.0.0.1`, and by whether they opened the connection. */
export function permissionsBy(lists: readonly Whitelist[]): (address: string, inbound: boolean) => Permission[] {
  const checked = lists.map(({ address, prefix, inbound = true, outbound = false, permissions }) => {
    const addresses = new BlockList();
    addresses.addSubnet(address, prefix, familyOf(address));
    return { addresses, inbound, outbound, permissions: permissions.flatMap((name) => [name, IMPLIED[name]]) };
  });
  return (address, inbound) => {
    const given = checked
      .filter((list) => (inbound ? list.inbound : list.outbound) && list.addresses.check(address, familyOf(address)))
      .flatMap(({ permissions }) => permissions);
    return PERMISSIONS.filter((name) => given.includes(name));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
