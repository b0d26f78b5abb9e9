import type { EngineOptions } from '../../engine.js';
import type { ProgramInfo, Site } from '../../launch/launcher.js';
import { BITCOIND } from './services.js';

/**
 * The command line of bitcoind. Unknown options are fatal to both Core and Knots, so that Knots' own are given to Knots alone:
 * `corepolicy` undoes most of its stricter relay rules, `softwareexpiry` keeps it from ending by the calendar.
 */
export function bitcoindArgs(
  site: Pick<Site, 'path' | 'bind'>,
  { rpcUser, rpcPassword }: EngineOptions['bitcoin'],
  flavour: ProgramInfo['flavour'],
): string[] {
  const rpc = site.bind(BITCOIND, 'rpc');
  const p2p = site.bind(BITCOIND, 'p2p');
  const everywhere = rpc.host !== '127.0.0.1' && rpc.host !== 'localhost';
  return [
    '-regtest',
    // It must exist; everything goes into its folder `regtest`.
    `-datadir=${site.path()}`,
    '-server',
    // What it tells is kept with its output, as of every service, and not in a second place.
    '-printtoconsole=1',
    '-nodebuglogfile',
    `-rpcbind=${rpc.host}`,
    `-rpcport=${rpc.port}`,
    `-rpcallowip=${everywhere ? '0.0.0.0/0' : '127.0.0.1'}`,
    `-rpcuser=${rpcUser}`,
    `-rpcpassword=${rpcPassword}`,
    // stacks-node fetches headers and blocks over P2P.
    '-listen=1',
    `-bind=${p2p.host}:${p2p.port}`,
    '-listenonion=0',
    '-discover=0',
    '-dnsseed=0',
    '-fixedseeds=0',
    '-natpmp=0',
    '-fallbackfee=0.0002',
    '-txindex=1',
    '-rest=1',
    // A second of every boot: the wallet only watches, and the keys of the network are known anyway.
    '-unsafesqlitesync=1',
    '-keypool=1',
    '-addresstype=bech32',
    '-changetype=bech32',
    ...(flavour === 'Knots' ? ['-corepolicy=1', '-softwareexpiry=0'] : []),
  ];
}
