import type { EngineOptions } from '../../../stacks/engine.js';
import type { ProgramInfo, ServiceEnvironment } from '../launch/launcher.js';
import { BITCOIND } from './services.js';

/** A hundred years in seconds. */
const NEVER = 3_153_600_000;

/**
 * Returns the command line of bitcoind. Core and Knots exit at unknown options, so that only Knots gets its own: `corepolicy` disables
 * most of its stricter relay rules, `softwareexpiry` disables its expiry date.
 */
export function bitcoindArgs(
  environment: Pick<ServiceEnvironment, 'path' | 'bind'>,
  { rpcUser, rpcPassword }: EngineOptions['bitcoin'],
  flavour: ProgramInfo['flavour'],
): string[] {
  const rpc = environment.bind(BITCOIND, 'rpc');
  const p2p = environment.bind(BITCOIND, 'p2p');
  const everywhere = rpc.host !== '127.0.0.1' && rpc.host !== 'localhost';
  return [
    '-regtest',
    // The folder must exist; bitcoind writes into its subfolder `regtest`.
    `-datadir=${environment.path()}`,
    '-server',
    // The launcher keeps the output of every service.
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
    // The clock jumps by minutes in a boot, and by more in tests. By default bitcoind then disconnects stacks-node, which waits for 5 s.
    `-peertimeout=${NEVER}`,
    // The last block of a kept network may be old. By default bitcoind is in its initial download until the next block.
    `-maxtipage=${NEVER}`,
    '-fallbackfee=0.0002',
    '-txindex=1',
    '-rest=1',
    // Saves a second of every boot. The wallet has no keys to lose.
    '-unsafesqlitesync=1',
    '-keypool=1',
    '-addresstype=bech32',
    '-changetype=bech32',
    ...(flavour === 'Knots' ? ['-corepolicy=1', '-softwareexpiry=0'] : []),
  ];
}
