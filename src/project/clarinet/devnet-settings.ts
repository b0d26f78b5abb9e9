import { checkMnemonic } from '../../bitcoin/mnemonic.js';
import type { MiningMode } from '../../stacks/mining-mode.js';
import { readToml } from '../toml/document.js';
import type { Table } from '../toml/table.js';
import { unknownKeys } from '../toml/unknown-keys.js';
import { type ClarityEpoch, clarityEpochs, type StackingOrder } from './types.js';

/** The file, relative to the root of a project. */
export const SETTINGS_FILE = 'settings/Devnet.toml';

/** What `settings/Devnet.toml` says. What it leaves out is undefined. */
export type DevnetSettings = {
  accounts: SettingsAccount[];
  ports: { gateway?: number | undefined; stacks?: number | undefined; bitcoin?: number | undefined };
  bitcoin: { rpcUser?: string | undefined; rpcPassword?: string | undefined };
  bitcoinMining: MiningMode | undefined;
  /** The newest epoch that the heights of epochs leave; undefined if they leave all. */
  epoch: ClarityEpoch | undefined;
  /** As `host:port`. */
  eventObservers: string[] | undefined;
  stackingOrders: StackingOrder[];
  deploymentFeeRate: bigint;
  /** One line for the keys of Clarinet that have no effect here, and one for each unknown key. */
  notices: string[];
};

/** One table `[accounts.LABEL]`: micro-STX and sats at genesis. */
type SettingsAccount = { label: string; mnemonic: string; derivation: string; balance: bigint; sbtcBalance: bigint };

const DEFAULT_DERIVATION = "m/44'/5757'/0'/0/0";
/** Clarinet's: sats of sBTC for an account, and micro-STX for a byte. */
const DEFAULT_SBTC_BALANCE = 1_000_000_000n;
const DEFAULT_FEE_RATE = 10n;
const MAX_AMOUNT = 2n ** 64n - 1n;
/** Clarinet reaches a height after weeks that is above this: whoever writes it wants the epoch never. */
const NEVER = 10_000n;
/** The first epoch that a network can be in. */
const FIRST_EPOCH = 2.1;
const MAX_HEIGHT = 2n ** 53n - 1n;
const LABEL = /^[A-Za-z_][\w-]*$/;
const LONGEST_TIMER = 2n ** 31n - 1n;

const USED_KEYS = [
  'stacks_api_port',
  'stacks_node_rpc_port',
  'bitcoin_node_rpc_port',
  'bitcoin_node_username',
  'bitcoin_node_password',
  'bitcoin_controller_block_time',
  'bitcoin_controller_automining_disabled',
  'stacks_node_events_observers',
  'pox_stacking_orders',
];
/** Keys of Clarinet's containers, files and keys, which this network does not have. */
const OTHER_KEYS = [
  ...['name', 'network_id', 'working_dir', 'docker_host', 'docker_platform', 'bind_containers_volumes', 'use_docker_gateway_routing'],
  ...['orchestrator_ingestion_port', 'orchestrator_port', 'orchestrator_control_port', 'bitcoin_node_p2p_port', 'stacks_node_p2p_port'],
  ...['stacks_api_events_port', 'bitcoin_explorer_port', 'stacks_explorer_port', 'stacks_signers_keys', 'stacks_api_max_retries'],
  ...['stacks_node_first_attempt_time_ms', 'stacks_node_wait_time_for_microblocks', 'pre_nakamoto_mock_signing', 'execute_script'],
  ...['stacks_node_bootstrap', 'bitcoin_node_bootstrap', 'stacks_node_next_initiative_delay', 'no_snapshot'],
];
/** Families of keys of Clarinet, such as `postgres_port`. */
const OTHER_FAMILIES =
  /^(?:postgres_\w+|(?:miner|faucet|stacker)_(?:mnemonic|derivation_path|coinbase_recipient)|disable_\w+|enable_\w+|subnet_\w+|\w+_image_url|\w+_env_vars)$/;
const NETWORK_KEYS = {
  used: ['deployment_fee_rate'],
  others: ['name', 'sats_per_bytes', 'stacks_node_rpc_address', 'bitcoin_node_rpc_address', 'node_rpc_address'],
};
const ACCOUNT_KEYS = { used: ['mnemonic', 'derivation', 'balance', 'sbtc_balance'], others: ['is_mainnet'] };
const DOCUMENT_KEYS = { used: ['network', 'accounts', 'devnet'] };

/** Reads `settings/Devnet.toml`. @throws DevnetError INVALID_INPUT naming file, line and key */
export async function readDevnetSettings(root: string): Promise<DevnetSettings> {
  const document = await readToml(
    root,
    SETTINGS_FILE,
    'Clarinet creates it with each project; it defines the accounts. Or pass --no-project.',
  );
  const accounts = await readAccounts(document);
  const devnet = document.table('devnet');
  const port = (name: string): number | undefined => asNumber(devnet?.whole(name, 1n, 65_535n));
  return {
    accounts,
    ports: { gateway: port('stacks_api_port'), stacks: port('stacks_node_rpc_port'), bitcoin: port('bitcoin_node_rpc_port') },
    bitcoin: { rpcUser: readUser(devnet), rpcPassword: devnet?.text('bitcoin_node_password') },
    bitcoinMining: devnet && readMining(devnet),
    epoch: devnet && readEpoch(devnet),
    eventObservers: devnet && readObservers(devnet),
    stackingOrders: (devnet?.tables('pox_stacking_orders') ?? []).map((order) => readOrder(order, accounts)),
    deploymentFeeRate: document.table('network')?.whole('deployment_fee_rate', 0n, MAX_AMOUNT) ?? DEFAULT_FEE_RATE,
    notices: [...ignoredKeys(devnet), ...unknownIn(document, devnet)],
  };
}

/** Returns one line for all keys that Clarinet knows, unless its template has written the value. */
function ignoredKeys(devnet: Table | undefined): string[] {
  const ignored = (devnet?.names ?? []).filter((name) => isOther(name) && !(name.startsWith('disable_') && devnet?.value(name) === false));
  return ignored.length === 0 ? [] : [`${SETTINGS_FILE}: without effect here: ${ignored.join(', ')}`];
}

function unknownIn(document: Table, devnet: Table | undefined): string[] {
  const accounts = document.table('accounts');
  const others = [...OTHER_KEYS, ...(devnet?.names ?? []).filter((name) => isOther(name) || EPOCH_KEY.test(name))];
  return [
    ...unknownKeys('', document, DOCUMENT_KEYS),
    ...unknownKeys('network', document.table('network'), NETWORK_KEYS),
    ...(accounts?.names ?? []).flatMap((label) => unknownKeys(`accounts.${label}`, accounts?.table(label), ACCOUNT_KEYS)),
    ...unknownKeys('devnet', devnet, { used: USED_KEYS, others }),
  ];
}

function isOther(name: string): boolean {
  return !USED_KEYS.includes(name) && (OTHER_KEYS.includes(name) || OTHER_FAMILIES.test(name));
}

async function readAccounts(document: Table): Promise<SettingsAccount[]> {
  const accounts = document.table('accounts');
  const advice = 'Add [accounts.deployer] with a mnemonic and a balance.';
  if (accounts === undefined) throw document.problem('accounts', 'tables [accounts.LABEL]', advice);
  if (!accounts.has('deployer')) throw accounts.problem('deployer', 'an account that deploys contracts', advice);
  return Promise.all(
    accounts.names.map((label) => {
      const account = accounts.table(label);
      if (account === undefined || !LABEL.test(label)) {
        throw accounts.problem(label, 'a label of letters, digits, - and _ that does not begin with a digit', 'Rename the account.');
      }
      return readAccount(label, account);
    }),
  );
}

async function readAccount(label: string, account: Table): Promise<SettingsAccount> {
  const encrypted = account.names.find((name) => name.startsWith('encrypted_mnemonic'));
  if (encrypted !== undefined) {
    throw account.problem(encrypted, 'no encrypted mnemonic', 'This network cannot ask for a password. Write mnemonic = "…" instead.');
  }
  const derivation = account.text('derivation', 'a BIP32 path') ?? DEFAULT_DERIVATION;
  if (!isDerivation(derivation)) {
    throw account.problem('derivation', `a BIP32 path such as ${DEFAULT_DERIVATION}`, 'Each number of the path is below 2147483648.');
  }
  return {
    label,
    mnemonic: await readMnemonic(account),
    derivation,
    balance: account.whole('balance', 0n, MAX_AMOUNT) ?? 0n,
    sbtcBalance: account.whole('sbtc_balance', 0n, MAX_AMOUNT) ?? DEFAULT_SBTC_BALANCE,
  };
}

async function readMnemonic(account: Table): Promise<string> {
  const expected = '12, 15, 18, 21 or 24 BIP39 words';
  const mnemonic = account.text('mnemonic', expected)?.trim().split(/\s+/).join(' ');
  if (!mnemonic) throw account.problem('mnemonic', expected, 'Without one, Clarinet makes a random account at each start. Write one.');
  const wrong = await checkMnemonic(mnemonic);
  if (wrong !== undefined) throw account.problem('mnemonic', expected, wrong);
  return mnemonic;
}

/** Whether every number of the path fits into 31 bits. */
function isDerivation(path: string): boolean {
  return /^m(?:\/\d{1,10}'?)+$/.test(path) && path.split('/').every((part) => Number.parseInt(part, 10) < 2 ** 31 || part === 'm');
}

function readUser(devnet: Table | undefined): string | undefined {
  const user = devnet?.text('bitcoin_node_username');
  if (devnet !== undefined && user?.includes(':')) throw devnet.problem('bitcoin_node_username', 'a name without a colon');
  return user;
}

function readMining(devnet: Table): MiningMode | undefined {
  const interval = devnet.whole('bitcoin_controller_block_time', 1n, LONGEST_TIMER);
  if (devnet.truth('bitcoin_controller_automining_disabled') === true) return 'manual';
  return interval === undefined ? undefined : { intervalMs: Number(interval) };
}

const EPOCH_KEY = /^epoch_\d_\d+$/;

/**
 * Projects write an absurd height to keep an epoch away. The other heights say when an epoch begins; this network begins in its last one.
 */
function readEpoch(devnet: Table): ClarityEpoch | undefined {
  let reached = 0n;
  for (const [index, epoch] of clarityEpochs.entries()) {
    const key = `epoch_${epoch.replace('.', '_')}`;
    const height = devnet.whole(key, 0n, MAX_HEIGHT);
    if (height === undefined) continue;
    if (height < reached)
      throw devnet.problem(key, `at least ${reached}, where an earlier epoch begins`, 'Epochs begin one after the other.');
    reached = height;
    if (height <= NEVER) continue;
    const before = clarityEpochs[index - 1];
    if (before === undefined || Number(before) < FIRST_EPOCH) {
      throw devnet.problem(key, `at most ${NEVER}`, `This network has no epoch before ${FIRST_EPOCH}.`);
    }
    return before;
  }
  const unknown = devnet.names.find(
    (name) => EPOCH_KEY.test(name) && !clarityEpochs.some((epoch) => name === `epoch_${epoch.replace('.', '_')}`),
  );
  if (unknown !== undefined) throw devnet.problem(unknown, 'no height of an unknown epoch', `The newest epoch is ${clarityEpochs.at(-1)}.`);
  return undefined;
}

/** Observers of containers reach this machine as `host.docker.internal`. */
function readObservers(devnet: Table): string[] | undefined {
  const key = 'stacks_node_events_observers';
  const expected = 'a list of host:port';
  const observers = devnet.texts(key, expected)?.map((observer) => observer.replace(/^host\.docker\.internal(?=:)/, '127.0.0.1'));
  if (observers?.some((observer) => !isHostAndPort(observer))) throw devnet.problem(key, expected, 'Write for example ["127.0.0.1:3700"].');
  return observers;
}

function isHostAndPort(text: string): boolean {
  const [, port] = /^[^\s/:]+:(\d{1,5})$/.exec(text) ?? [];
  return Number(port) >= 1 && Number(port) <= 65_535;
}

function readOrder(order: Table, accounts: readonly SettingsAccount[]): StackingOrder {
  const needed = <T>(name: string, expected: string, value: T | undefined): T => {
    if (value === undefined) throw order.problem(name, expected, 'An order needs start_at_cycle, duration, wallet, slots and btc_address.');
    return value;
  };
  const whole = (name: string): number => Number(needed(name, 'a whole number', order.whole(name, 0n, 2n ** 32n - 1n)));
  const wallet = needed('wallet', 'the label of an account', order.text('wallet'));
  if (!accounts.some(({ label }) => label === wallet)) {
    throw order.problem('wallet', `the label of an account: ${accounts.map(({ label }) => label).join(', ')}`);
  }
  return {
    startAtCycle: whole('start_at_cycle'),
    duration: whole('duration'),
    wallet,
    slots: whole('slots'),
    btcAddress: needed('btc_address', 'a Bitcoin address', order.text('btc_address')),
    autoExtend: order.truth('auto_extend') ?? false,
  };
}

function asNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
