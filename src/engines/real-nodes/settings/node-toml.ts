import type { EngineOptions, SbtcDeployment } from '../../../stacks/engine.js';
import { READ_ONLY_LIMITS, type ReadOnlyLimits } from '../../../stacks/engine.js';
import { POX_5_SETTINGS } from '../../../stacks/pox-5.js';
import { AUTH_TOKEN } from '../../common/auth-token.js';
import { type NetworkKeys, SIGNER_STX } from '../../common/boot-plan/network-keys.js';
import type { Timeline } from '../../common/boot-plan/timeline.js';
import { MAGIC_BYTES } from '../../common/follow/commit.js';
import type { ServiceEnvironment } from '../launch/launcher.js';
import { relayPath } from '../observer/signer-relays.js';
import { sbtcPrincipals } from '../sbtc/principals.js';
import { BITCOIND, EVENTS, STACKS_NODE, signerName } from './services.js';
import { toml } from './toml.js';

/** The wallet of bitcoind that watches the miner's address. */
export const MINER_WALLET = 'miner';
/** Genesis balance of the account that sends transfers, in micro-STX. */
const PROBE_STX = 1_000_000_000_000n;
/** Of the account that deploys sBTC, in micro-STX. */
const SBTC_STX = 1_000_000_000_000n;

/** Pause in ms between the node's polls for Bitcoin blocks. Below 200, the processor load outweighs the time saved. */
const POLL_DELAY = 200;

export type NodeConfig = {
  environment: Pick<ServiceEnvironment, 'path' | 'bind' | 'address'>;
  options: Pick<EngineOptions, 'funding' | 'pox' | 'bitcoin' | 'eventObservers' | 'readOnly' | 'sbtc'>;
  keys: NetworkKeys;
  timeline: Pick<Timeline, 'epochs' | 'firstBurnHeight'>;
  /**
   * The address of the engine's own event observer for stacks-node; its host is the node's name of this machine. Undefined if the node
   * cannot reach this machine.
   */
  observer: { host: string; port: number } | undefined;
  /** Whether blocks contain no pending transactions. @default false */
  isFiltered?: boolean | undefined;
};

/** An account that sends nothing. */
const NOBODY = 'ST000000000000000000002AMW42H';

/** Returns the configuration of a stacks-node 4.0 that mines alone on regtest. The node exits at unknown keys. */
export function nodeToml({ environment, options, keys, timeline, observer, isFiltered }: NodeConfig): string {
  const rpc = environment.address(STACKS_NODE, 'rpc');
  const peer = environment.address(BITCOIND, 'p2p');
  return toml([
    [
      'node',
      {
        rpc_bind: at(environment.bind(STACKS_NODE, 'rpc')),
        p2p_bind: at(environment.bind(STACKS_NODE, 'p2p')),
        data_url: `http://${at(rpc)}`,
        // The node requires an IP address. There are no peers to announce it to.
        p2p_address: at({ host: '127.0.0.1', port: environment.address(STACKS_NODE, 'p2p').port }),
        working_dir: environment.path('stacks'),
        // The suffix 01 marks a compressed key; the miner's coins are at its P2PKH address.
        seed: `${keys.miner.privateKey}01`,
        local_peer_seed: `${keys.miner.privateKey}01`,
        miner: true,
        // Without it the node does not serve the signers' StackerDBs.
        stacker: true,
        // Otherwise the genesis of mainnet is loaded.
        use_test_genesis_chainstate: true,
        txindex: true,
        pox_sync_sample_secs: 0,
        wait_time_for_blocks: 0,
        wait_time_for_microblocks: 0,
        mine_microblocks: false,
        next_initiative_delay: 100,
        event_dispatcher_blocking: false,
        ...(options.sbtc === undefined ? {} : pox5Settings(options.sbtc)),
      },
    ],
    [
      'miner',
      {
        mining_key: `${keys.miner.privateKey}01`,
        // A registered key survives a restart: without the file a restored miner needs three or four empty Bitcoin blocks.
        activated_vrf_key_path: environment.path('vrf.json'),
        // If on, the miner of Epoch 2.5 waits for signers, which the cycle does not have.
        pre_nakamoto_mock_signing: false,
        first_attempt_time_ms: 180_000,
        subsequent_attempt_time_ms: 360_000,
        block_commit_delay_ms: 10,
        // The node raises lower values.
        min_time_between_blocks_ms: 1_000,
        nakamoto_attempt_time_ms: 2_000,
        empty_mempool_sleep_ms: 100,
        // The first proposal after a restore is usually rejected, since the signer has not seen the new Bitcoin block yet.
        first_rejection_pause_ms: 200,
        subsequent_rejection_pause_ms: 500,
        ...(isFiltered && { filter_origins: NOBODY }),
      },
    ],
    [
      'connection_options',
      {
        auth_token: AUTH_TOKEN,
        // The node has no peers.
        disable_block_download: true,
        disable_inbound_handshakes: true,
        disable_inbound_walks: true,
        public_ip_address: '1.1.1.1:1234',
        ...readOnlyLimits(options.readOnly ?? READ_ONLY_LIMITS),
      },
    ],
    ...keys.signers.map(
      (_, index) =>
        [
          '[events_observer]',
          {
            endpoint:
              observer === undefined
                ? at(environment.address(signerName(index), EVENTS))
                : `${at(observer)}${relayPath(signerName(index))}`,
            events_keys: ['stackerdb', 'block_proposal', 'burn_blocks'],
          },
        ] as const,
    ),
    ...(observer === undefined ? [] : [['[events_observer]', { endpoint: at(observer), events_keys: ['*'] }] as const]),
    // An unreachable observer must not delay the signers' events, which share the queue.
    ...options.eventObservers.map(
      (endpoint) =>
        [
          '[events_observer]',
          { endpoint: observer === undefined ? endpoint : fromInside(endpoint, observer.host), events_keys: ['*'], disable_retries: true },
        ] as const,
    ),
    [
      'burnchain',
      {
        chain: 'bitcoin',
        mode: 'nakamoto-neon',
        magic_bytes: MAGIC_BYTES,
        // With 1 or more, the node polls Bitcoin at most once a second and starts its miner a second later. With 0 it polls without a
        // pause, except for the delay below after each poll without a block. This halves the time of a block.
        poll_time_secs: 0,
        fault_injection_burnchain_block_delay: POLL_DELAY,
        first_burn_block_height: timeline.firstBurnHeight,
        pox_reward_length: options.pox.rewardLength,
        pox_prepare_length: options.pox.prepareLength,
        burn_fee_cap: 20_000,
        peer_host: peer.host,
        peer_port: peer.port,
        rpc_port: environment.address(BITCOIND, 'rpc').port,
        rpc_ssl: false,
        username: options.bitcoin.rpcUser,
        password: options.bitcoin.rpcPassword,
        timeout: 30,
        wallet_name: MINER_WALLET,
      },
    ],
    ...timeline.epochs.map(({ name, height }) => ['[burnchain.epochs]', { epoch_name: name, start_height: height }] as const),
    ...balances(options, keys).map(([address, amount]) => ['[ustx_balance]', { address, amount }] as const),
  ]);
}

/** Returns genesis balances by principal, including the network's own accounts. */
function balances({ funding, sbtc }: NodeConfig['options'], keys: NetworkKeys): [string, bigint][] {
  const total = new Map<string, bigint>([...keys.signers.map(({ stx }) => [stx, SIGNER_STX] as const), [keys.probe.stx, PROBE_STX]]);
  if (sbtc !== undefined) total.set(sbtc.deployer, SBTC_STX);
  for (const { principal, amount } of funding.stacks) total.set(principal, (total.get(principal) ?? 0n) + amount);
  return [...total];
}

/** What pox-5 is deployed with. By default, no one has the keys of these addresses. */
function pox5Settings({ deployer }: SbtcDeployment) {
  const { token, registry } = sbtcPrincipals(deployer);
  return {
    pox_5_sbtc_contract: token,
    pox_5_sbtc_registry_contract: registry,
    pox_5_bond_admin: POX_5_SETTINGS.admin,
    pox_5_pause_admin: POX_5_SETTINGS.admin,
  };
}

/** The limits of read-only calls, for `[connection_options]`. */
function readOnlyLimits({ runtime, readCount, readLength, writeCount, writeLength }: ReadOnlyLimits) {
  return {
    read_only_call_limit_runtime: runtime,
    read_only_call_limit_read_count: readCount,
    read_only_call_limit_read_length: readLength,
    read_only_call_limit_write_count: writeCount,
    read_only_call_limit_write_length: writeLength,
  };
}

function at({ host, port }: { host: string; port: number }): string {
  return `${host}:${port}`;
}

/** Replaces a loopback name of this machine by the name that the node uses. */
function fromInside(endpoint: string, thisMachine: string): string {
  return endpoint.replace(/^(?:localhost|127\.0\.0\.1):/, `${thisMachine}:`);
}
