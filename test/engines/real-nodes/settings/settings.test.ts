import { expect, test } from 'vitest';
import { FIRST_SIGNER, networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import { planTimeline } from '#dist/engines/common/boot-plan/timeline.js';
import { bitcoindArgs } from '#dist/engines/real-nodes/settings/bitcoind-args.js';
import { nodeToml } from '#dist/engines/real-nodes/settings/node-toml.js';
import { signerToml } from '#dist/engines/real-nodes/settings/signer-toml.js';
import { toml } from '#dist/engines/real-nodes/settings/toml.js';
import { engineOptions } from '../../../contract/engine.js';

const ports: Record<string, number> = {
  'bitcoind/rpc': 1,
  'bitcoind/p2p': 2,
  'stacks-node/rpc': 3,
  'stacks-node/p2p': 4,
  'stacks-signer/events': 5,
  'stacks-signer-2/events': 6,
};
/** Services with names as addresses, as containers have. */
const environment = {
  path: (...parts: string[]) => ['/state', ...parts].join('/'),
  bind: (service: string, port: string) => ({ host: '0.0.0.0', port: ports[`${service}/${port}`] ?? 0 }),
  address: (service: string, port: string) => ({ host: service, port: ports[`${service}/${port}`] ?? 0 }),
};
const keys = networkKeys(2);
/** Renders the configuration of a node in Epoch 3.4. */
const render = (changes: Partial<typeof engineOptions> = {}): string => {
  const options = { ...engineOptions, sbtc: undefined, ...changes };
  const timeline = planTimeline({ ...options, epoch: '3.4' });
  return nodeToml({ environment, options, keys, timeline, observer: { host: 'machine', port: 9 } });
};

test('default: the configuration of the node has the addresses of node and bitcoind', () => {
  const text = render();
  for (const line of [
    'rpc_bind = "0.0.0.0:3"',
    'data_url = "http://stacks-node:3"',
    'working_dir = "/state/stacks"',
    'activated_vrf_key_path = "/state/vrf.json"',
    'peer_host = "bitcoind"',
    'peer_port = 2',
    'rpc_port = 1',
    'username = "user"',
    'wallet_name = "miner"',
    'use_test_genesis_chainstate = true',
    'pre_nakamoto_mock_signing = false',
    'first_burn_block_height = 80',
    'pox_reward_length = 20',
    `seed = "${keys.miner.privateKey}01"`,
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

test('behavior: observers are the signers, then the engine, then others', () => {
  const endpoints = [...render({ eventObservers: ['127.0.0.1:7', 'elsewhere:8'] }).matchAll(/endpoint = "(.*)"/g)].map(
    ([, endpoint]) => endpoint,
  );
  expect(endpoints).toEqual(['machine:9/stacks-signer', 'machine:9/stacks-signer-2', 'machine:9', 'machine:7', 'elsewhere:8']);
});

test('behavior: genesis balances are exact, and balances of one principal add up', () => {
  const principal = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
  const stacks = [
    { principal, amount: 9_007_199_254_740_993n },
    { principal, amount: 1n },
  ];
  const text = render({ funding: { ...engineOptions.funding, stacks } });
  expect(text).toContain(`address = "${principal}"\namount = 9007199254740994\n`);
  expect(text.match(/ustx_balance/g)).toHaveLength(4);
});

test('behavior: with sBTC, pox-5 gets its token and registry, and the deployer has STX', () => {
  const deployer = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';
  expect(render()).not.toContain('pox_5');
  const text = render({ sbtc: { deployer, keys: { publicKeys: [], privateKeys: [] }, contracts: [] } });
  for (const line of [
    `pox_5_sbtc_contract = "${deployer}.sbtc-token"`,
    `pox_5_sbtc_registry_contract = "${deployer}.sbtc-registry"`,
    'pox_5_bond_admin = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM"',
    'pox_5_pause_admin = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM"',
    `address = "${deployer}"`,
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

test('behavior: read-only calls have the limits of a node, or those of the options', () => {
  const lines = (text: string) => text.match(/^read_only_call_limit_.*$/gm);
  expect(lines(render())).toEqual([
    'read_only_call_limit_runtime = 1000000000',
    'read_only_call_limit_read_count = 100',
    'read_only_call_limit_read_length = 200000',
    'read_only_call_limit_write_count = 0',
    'read_only_call_limit_write_length = 0',
  ]);
  const readOnly = { runtime: 5, readCount: 4, readLength: 3, writeCount: 2, writeLength: 1 };
  const text = render({ readOnly });
  expect(text.slice(text.indexOf('[connection_options]'))).toMatch(
    /^\[connection_options\]\n(?:\w+ = .*\n)*read_only_call_limit_runtime = 5\n/,
  );
  expect(lines(text)?.map((line) => line.split(' = ')[1])).toEqual(['5', '4', '3', '2', '1']);
});

test('behavior: Epoch 4.0 is in the list and never begins', () => {
  expect(render()).toContain('epoch_name = "4.0"\nstart_height = 1000002\n');
});

test('default: a signer', () => {
  const [, second] = keys.signers;
  if (second === undefined) throw new RangeError('no second signer');
  expect(signerToml({ environment, key: second, index: 1, count: 2 })).toBe(
    [
      `stacks_private_key = "${second.privateKey}01"`,
      'node_host = "stacks-node:3"',
      'endpoint = "0.0.0.0:6"',
      'network = "testnet"',
      'auth_password = "12345"',
      'db_path = "/state/stacks-signer-2.sqlite"',
      'tenure_last_block_proposal_timeout_secs = 0',
      'block_proposal_validation_timeout_ms = 5000',
      '',
    ].join('\n'),
  );
});

test('behavior: only Knots gets its own options', () => {
  const user = { rpcUser: 'user', rpcPassword: 'secret' };
  expect(bitcoindArgs(environment, user, 'Knots')).toEqual(expect.arrayContaining(['-corepolicy=1', '-softwareexpiry=0', '-rpcuser=user']));
  expect(bitcoindArgs(environment, user, 'Core').join(' ')).not.toMatch(/corepolicy|softwareexpiry/);
});

test('behavior: escapes text in TOML', () => {
  expect(toml([['a', { text: 'say "hi"\\\n\u007f', list: ['x'], yes: true }]])).toBe(
    '[a]\ntext = "say \\"hi\\"\\\\\\n\\u007f"\nlist = ["x"]\nyes = true\n',
  );
});

test('behavior: keys of the network are deterministic and differ by role', () => {
  const again = networkKeys(2);
  expect(again).toEqual(keys);
  expect(new Set([keys.miner, keys.probe, ...keys.signers].map(({ stx }) => stx)).size).toBe(4);
});

test('behavior: the constant keys of the first signer are those that are derived', () => {
  expect(keys.signers[0]).toMatchObject(FIRST_SIGNER);
});
