import type { Kind } from './kind.js';
import { list } from './kind.js';
import {
  balances,
  host,
  hostAndPort,
  image,
  miningMode,
  network,
  nodeUrl,
  oneOf,
  payment,
  port,
  privateKey,
  program,
  text,
  truth,
  wholeNumber,
} from './kinds.js';
import { rateLimit } from './rate-limit.js';

/** One key of the configuration. */
export type Setting<T> = {
  kind: Kind<T>;
  /** Used when no source names the key. Absent: the setting stays away, or its value depends on the machine (`defaultText`). */
  default?: NoInfer<T> | undefined;
  /** Another default for `up` and `node …`. */
  commandLineDefault?: NoInfer<T> | undefined;
  /** The default in words, where the value alone would not say it. */
  defaultText?: string | undefined;
  help: string;
  /** The flag, where it is not the key in kebab case. */
  flag?: string | undefined;
  /** A flag that may be given several times. */
  repeatable?: boolean | undefined;
};

/** The ports that `up` takes unless told otherwise; in code, free ones are taken. */
export const conventionalPorts = { gateway: 3999, stacks: 20443, bitcoin: 18443 } as const;

const engines = ['embedded', 'native', 'docker', 'external'] as const;
const WHY_NO_OLDER_EPOCH = 'in 2.0 and 2.05 the embedded VM cannot tell what accounts have locked, and transfers would lose their memos';
const epochs = ['2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0'] as const;
/** Read by the docker engine when it needs one. */
const composeImage = "the one in the package's `compose/compose.yaml`";
const logLevels = ['error', 'warn', 'info'] as const;

/** Every key with its values, default and help: types, environment names, flags, help and documentation follow from it. */
export const schema = {
  engine: setting({ kind: oneOf(engines), default: 'embedded', help: 'what runs the nodes' }),
  host: setting({ kind: host, default: '127.0.0.1', help: 'the interface to listen on' }),
  'ports.gateway': setting({ kind: port, default: 0, commandLineDefault: conventionalPorts.gateway, help: 'HTTP gateway' }),
  'ports.stacks': setting({ kind: port, default: 0, commandLineDefault: conventionalPorts.stacks, help: 'Stacks RPC' }),
  'ports.bitcoin': setting({ kind: port, default: 0, commandLineDefault: conventionalPorts.bitcoin, help: 'Bitcoin RPC' }),
  'accounts.mnemonic': setting({
    kind: text({
      expected: '12, 15, 18, 21 or 24 BIP39 words',
      placeholder: 'words',
      pattern: /^(?:[a-z]+ ){11}(?:(?:[a-z]+ ){3}){0,4}[a-z]+$/,
      secret: true,
    }),
    defaultText: 'the standard Clarinet accounts',
    help: 'words that all accounts derive from',
  }),
  'accounts.count': setting({ kind: wholeNumber(1, 100), default: 9, help: 'number of funded accounts; above 9 only with a mnemonic' }),
  balances: setting({
    kind: balances,
    default: {},
    defaultText: 'none',
    help: 'genesis balance of a principal in micro-STX',
    flag: '--balance',
    repeatable: true,
  }),
  epoch: setting({
    kind: oneOf(epochs, WHY_NO_OLDER_EPOCH),
    default: '3.4',
    help: 'Stacks epoch after boot; real nodes: 3.0 to 3.4; 4.0 is experimental',
  }),
  'pox.rewardLength': setting({
    kind: wholeNumber(2, 10_000),
    default: 20,
    help: 'Bitcoin blocks of a reward cycle, prepare phase included',
  }),
  'pox.prepareLength': setting({ kind: wholeNumber(1, 1_000), default: 5, help: 'Bitcoin blocks of the prepare phase' }),
  signers: setting({ kind: wholeNumber(1, 16), default: 1, help: 'number of stacks-signers that sign blocks; native and docker engines' }),
  'mining.stacks': setting({ kind: miningMode, default: 'auto', help: 'when Stacks blocks are made' }),
  'mining.bitcoin': setting({ kind: miningMode, default: 'auto', help: 'when Bitcoin blocks are made' }),
  'faucet.btc.enabled': setting({ kind: truth, default: true, help: 'whether the BTC faucet pays; off, it answers 403' }),
  'faucet.btc.amount': setting({ kind: payment, default: 100_000_000n, defaultText: '100000000 (1 BTC)', help: 'sats of one payment' }),
  'faucet.btc.keys': setting({
    kind: list(privateKey, 'a list of private keys'),
    defaultText: 'funded keys of its own',
    help: 'private keys that pay; an empty list answers 403',
    repeatable: true,
  }),
  'faucet.stx.enabled': setting({ kind: truth, default: true, help: 'whether the STX faucet pays; off, it answers 403' }),
  'faucet.stx.amount': setting({
    kind: payment,
    default: 500_000_000n,
    defaultText: '500000000 (500 STX)',
    help: 'micro-STX of one payment',
  }),
  'faucet.stx.keys': setting({
    kind: list(privateKey, 'a list of private keys'),
    defaultText: 'funded keys of its own',
    help: 'private keys that pay; an empty list answers 403',
    repeatable: true,
  }),
  'control.enabled': setting({ kind: truth, default: true, help: 'whether /devnet/v1 answers' }),
  'control.key': setting({
    kind: text({ expected: 'printable ASCII without blanks', placeholder: 'key', pattern: /^[\x21-\x7e]+$/, secret: true }),
    defaultText: 'none: loopback only',
    help: 'key that opens /devnet/v1 to other machines',
  }),
  rateLimit: setting({
    kind: rateLimit,
    default: 'off',
    help: 'limits on requests and faucet payments: off, standard, or rates per route',
  }),
  rateLimitFile: setting({
    kind: text({ expected: 'a path', placeholder: 'path' }),
    defaultText: 'none: windows end with the process',
    help: 'file that keeps the windows of rate limits over a restart',
  }),
  'apiKeys.service': setting({
    kind: text({ expected: 'letters, digits and hyphens', placeholder: 'name', pattern: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/i }),
    default: 'service',
    help: 'name in the header x-<name>-api-key, beside x-api-key and x-hiro-api-key',
  }),
  'apiKeys.file': setting({
    kind: text({ expected: 'a path', placeholder: 'path' }),
    defaultText: "api-keys.json in the user's state directory",
    help: 'hashes of the keys that raise rate limits; see keys create',
  }),
  'apiKeys.factor': setting({ kind: wholeNumber(1, 1_000_000), default: 10, help: "how many times higher a key's limits are" }),
  trustedProxies: setting({
    kind: list(network, 'a list of IP addresses and networks'),
    default: [],
    defaultText: 'none',
    help: 'proxy whose X-Forwarded-For tells who a client is',
    flag: '--trusted-proxy',
    repeatable: true,
  }),
  'bitcoin.rpcUser': setting({
    kind: text({ expected: 'text without a colon', placeholder: 'name', pattern: /^[^:]+$/s }),
    default: 'devnet',
    help: 'user name of the Bitcoin RPC',
  }),
  'bitcoin.rpcPassword': setting({
    kind: text({ expected: 'text', placeholder: 'password', secret: true }),
    default: 'devnet',
    help: 'password of the Bitcoin RPC',
  }),
  eventObservers: setting({
    kind: list(hostAndPort, 'a list of host:port'),
    default: [],
    defaultText: 'none',
    help: 'event observer of the Stacks node',
    flag: '--event-observer',
    repeatable: true,
  }),
  'binaries.bitcoind': setting({ kind: program, defaultText: 'BITCOIND, or PATH', help: 'bitcoind of the native engine' }),
  'binaries.stacksNode': setting({ kind: program, defaultText: 'STACKS_NODE, or PATH', help: 'stacks-node of the native engine' }),
  'binaries.stacksSigner': setting({ kind: program, defaultText: 'STACKS_SIGNER, or PATH', help: 'stacks-signer of the native engine' }),
  'images.bitcoind': setting({ kind: image, defaultText: composeImage, help: 'image with bitcoind, for the docker engine' }),
  'images.stacksNode': setting({ kind: image, defaultText: composeImage, help: 'image with stacks-node, for the docker engine' }),
  'images.stacksSigner': setting({ kind: image, defaultText: composeImage, help: 'image with stacks-signer, for the docker engine' }),
  'compose.folder': setting({
    kind: text({ expected: 'a path', placeholder: 'path' }),
    defaultText: 'none: the engine makes its containers',
    help: 'folder shared with the containers of compose/compose.yaml, in which the docker engine then runs the nodes',
  }),
  'external.bitcoinRpc': setting({
    kind: nodeUrl({ expected: 'an http:// or https:// URL of a bitcoind', credentials: true }),
    defaultText: 'none',
    help: "the external engine's bitcoind, as http://user:password@host:port",
  }),
  'external.stacksRpc': setting({
    kind: nodeUrl({ expected: 'an http:// or https:// URL of a stacks-node, without user name and password', credentials: false }),
    defaultText: 'none',
    help: "the external engine's stacks-node, or a Stacks API before one",
  }),
  'external.stacksToken': setting({
    kind: text({ expected: 'printable ASCII without blanks', placeholder: 'token', pattern: /^[\x21-\x7e]+$/, secret: true }),
    defaultText: 'none: what calls did is told as far as it can be known',
    help: "auth_token of the external engine's stacks-node, with which it replays blocks for receipts",
  }),
  'cache.dir': setting({
    kind: text({ expected: 'a path', placeholder: 'path' }),
    defaultText: "the user's cache directory",
    help: 'where boot images are kept',
  }),
  'cache.enabled': setting({ kind: truth, default: true, help: 'whether boot images are kept; without them every boot is a cold one' }),
  logLevel: setting({ kind: oneOf(logLevels), default: 'info', help: 'how much up tells' }),
};

export type SettingKey = keyof typeof schema;
export type SettingValue<K extends SettingKey> = (typeof schema)[K] extends Setting<infer T> ? T : never;

export const settingKeys = Object.keys(schema) as SettingKey[];

/** `pox.rewardLength` → `DEVNET_POX_REWARD_LENGTH`. */
export function environmentName(key: string): string {
  return `DEVNET_${key.replace(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase()}`;
}

/** `pox.rewardLength` → `--pox-reward-length`, unless the setting has a flag of its own. */
export function flagName(key: SettingKey): string {
  const own = settingOf(key).flag;
  return own ?? `--${key.replace(/[A-Z]/g, '-$&').replaceAll('.', '-').toLowerCase()}`;
}

export function settingOf(key: SettingKey): Setting<unknown> {
  return schema[key];
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(schema, key);
}

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}
