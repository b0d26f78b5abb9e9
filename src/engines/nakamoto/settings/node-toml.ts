import { AUTH_TOKEN } from '../../auth-token.js';
import type { EngineOptions } from '../../engine.js';
import { MAGIC_BYTES } from '../../follow/commit.js';
import type { Site } from '../../launch/launcher.js';
import type { NetworkKeys } from '../keys.js';
import type { Timeline } from '../timeline.js';
import { BITCOIND, STACKS_NODE, signerName } from './services.js';
import { toml } from './toml.js';

/** The wallet of bitcoind that watches the miner's address. */
export const MINER_WALLET = 'miner';
/** Genesis balances of the network's own accounts, in micro-STX. */
const SIGNER_STX = 10_000_000_000_000_000n;
const PROBE_STX = 1_000_000_000_000n;

/** Pause in ms between the node's looks for Bitcoin blocks: below 200 it takes more of a processor than it saves in time. */
const POLL_DELAY = 200;

export type NodeConfig = {
  site: Pick<Site, 'path' | 'bind' | 'address'>;
  options: Pick<EngineOptions, 'funding' | 'pox' | 'bitcoin' | 'eventObservers'>;
  keys: NetworkKeys;
  timeline: Pick<Timeline, 'epochs'>;
  /**
   * The engine's own event observer, as stacks-node reaches it: its host is what the node calls this machine. Undefined: the node cannot
   * reach this machine.
   */
  observer: { host: string; port: number } | undefined;
};

/** The configuration of a stacks-node 4.0 that mines alone on regtest. Unknown keys are fatal to it. */
export function nodeToml({ site, options, keys, timeline, observer }: NodeConfig): string {
  const rpc = site.address(STACKS_NODE, 'rpc');
  const peer = site.address(BITCOIND, 'p2p');
  return toml([
    [
      'node',
      {
        rpc_bind: at(site.bind(STACKS_NODE, 'rpc')),
        p2p_bind: at(site.bind(STACKS_NODE, 'p2p')),
        data_url: `http://${at(rpc)}`,
        // Must be an IP address; nobody is there to be told of it.
        p2p_address: at({ host: '127.0.0.1', port: site.address(STACKS_NODE, 'p2p').port }),
        working_dir: site.path('stacks'),
        // The suffix 01 makes the key a compressed one; the miner's coins are at P2PKH of exactly it.
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
      },
    ],
    [
      'miner',
      {
        mining_key: `${keys.miner.privateKey}01`,
        // A registered key survives a restart: without the file a restored miner needs three or four empty Bitcoin blocks.
        activated_vrf_key_path: site.path('vrf.json'),
        // On, the miner of Epoch 2.5 waits for signers that the cycle does not have.
        pre_nakamoto_mock_signing: false,
        first_attempt_time_ms: 180_000,
        subsequent_attempt_time_ms: 360_000,
        block_commit_delay_ms: 10,
        // The node clamps lower values.
        min_time_between_blocks_ms: 1_000,
        nakamoto_attempt_time_ms: 2_000,
        empty_mempool_sleep_ms: 100,
        // The first proposal after a restore is usually rejected, since the signer has not seen the new Bitcoin block yet.
        first_rejection_pause_ms: 200,
        subsequent_rejection_pause_ms: 500,
      },
    ],
    [
      'connection_options',
      {
        auth_token: AUTH_TOKEN,
        // A node alone: nobody to find, nothing to download.
        disable_block_download: true,
        disable_inbound_handshakes: true,
        disable_inbound_walks: true,
        public_ip_address: '1.1.1.1:1234',
      },
    ],
    ...keys.signers.map(
      (_, index) =>
        [
          '[events_observer]',
          {
            endpoint: at(site.address(signerName(index), 'events')),
            events_keys: ['stackerdb', 'block_proposal', 'burn_blocks'],
          },
        ] as const,
    ),
    ...(observer === undefined ? [] : [['[events_observer]', { endpoint: at(observer), events_keys: ['*'] }] as const]),
    // An observer that is not there must not hold up the signers' events, which wait in the same queue.
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
        // The node asks for Bitcoin blocks once a second at best, then starts its miner a second later. With 0 it would ask without
        // a pause; the delay, which it makes after each look that found nothing, is one of milliseconds: blocks take half the time.
        poll_time_secs: 0,
        fault_injection_burnchain_block_delay: POLL_DELAY,
        pox_reward_length: options.pox.rewardLength,
        pox_prepare_length: options.pox.prepareLength,
        burn_fee_cap: 20_000,
        peer_host: peer.host,
        peer_port: peer.port,
        rpc_port: site.address(BITCOIND, 'rpc').port,
        rpc_ssl: false,
        username: options.bitcoin.rpcUser,
        password: options.bitcoin.rpcPassword,
        timeout: 30,
        wallet_name: MINER_WALLET,
      },
    ],
    ...timeline.epochs.map(({ name, height }) => ['[burnchain.epochs]', { epoch_name: name, start_height: height }] as const),
    ...balances(options.funding.stacks, keys).map(([address, amount]) => ['[ustx_balance]', { address, amount }] as const),
  ]);
}

/** Genesis balances by principal, the network's own accounts included. */
function balances(stacks: EngineOptions['funding']['stacks'], keys: NetworkKeys): [string, bigint][] {
  const total = new Map<string, bigint>([...keys.signers.map(({ stx }) => [stx, SIGNER_STX] as const), [keys.probe.stx, PROBE_STX]]);
  for (const { principal, amount } of stacks) total.set(principal, (total.get(principal) ?? 0n) + amount);
  return [...total];
}

function at({ host, port }: { host: string; port: number }): string {
  return `${host}:${port}`;
}

/** Where the node finds an observer that the user calls by a name of this machine. */
function fromInside(endpoint: string, thisMachine: string): string {
  return endpoint.replace(/^(?:localhost|127\.0\.0\.1):/, `${thisMachine}:`);
}
