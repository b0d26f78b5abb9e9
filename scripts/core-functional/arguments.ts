// Translates the command line and the configuration file of bitcoind to flags of `node bitcoin`.
import { dirname } from 'node:path';

/** What a translation needs to know of the node. */
export type NodeOptions = {
  /** Names of the options that the node takes as bitcoind has them, without dash. */
  known: readonly string[];
  /** Of these, the options that may occur several times. */
  repeatable: readonly string[];
};

export type Translation =
  | {
      /** Flags of `node bitcoin`. */
      flags: readonly string[];
    }
  | {
      /** What bitcoind would do and the node does not. */
      missing: string;
    };

type Setting = { name: string; value: string; negated: boolean };

/** Options that change nothing a test of this node can see: threads, sizes of caches, and what the node does not do anyway. */
const IGNORED: ReadonlySet<string> = new Set([
  'allowignoredconf',
  'checkblockindex',
  'checkblocks',
  'checklevel',
  'checkmempool',
  'checkaddrman',
  'conf',
  'datadir',
  'dbbatchsize',
  'dbcache',
  'descriptors',
  'discover',
  'dnsseed',
  'fixedseeds',
  'listen',
  'listenonion',
  'logips',
  'loglevel',
  'logratelimit',
  'logsourcelocations',
  'logthreadnames',
  'logtimemicros',
  'logtimestamps',
  'maxconnections',
  'natpmp',
  'par',
  'printpriority',
  'printtoconsole',
  'regtest',
  'rpcdoccheck',
  'rpcthreads',
  'rpcworkqueue',
  'server',
  'shrinkdebugfile',
  'test',
  'unsafesqlitesync',
]);

/** Options of which only the value is ignored that switches their feature off, because the node does not have the feature. */
const IGNORED_OFF: ReadonlySet<string> = new Set([
  'asmap',
  'blockfilterindex',
  'blocknotify',
  'coinstatsindex',
  'connect',
  'externalip',
  'includeconf',
  'onion',
  'peerblockfilters',
  'peerbloomfilters',
  'proxy',
  'prune',
  'reindex',
  'seednode',
  'settings',
  'txreconciliation',
  'v2transport',
  'wallet',
]);

/** Options of `node bitcoin` that are not settings of the node. */
const OWN: readonly string[] = ['debuglogfile', 'rest', 'rpccookiefile'];
const ZMQ: readonly string[] = ['zmqpubhashblock', 'zmqpubhashtx', 'zmqpubrawblock', 'zmqpubrawtx', 'zmqpubsequence'];

/** What bitcoind does without an option, where the node does something else. */
const DEFAULTS: Readonly<Record<string, string>> = { txindex: '0' };

/**
 * Translates the arguments of bitcoind.
 * @param readConfig returns the text of a configuration file, undefined if there is none
 * @example translate(['-datadir=/d', '-txindex'], () => 'regtest=1\n[regtest]\nport=1\nrpcport=2\n', options)
 */
export function translate(args: readonly string[], readConfig: (path: string) => string | undefined, options: NodeOptions): Translation {
  const given = args.map(readArgument);
  const last = (name: string) => given.findLast((setting) => setting.name === name)?.value;
  const datadir = last('datadir');
  if (datadir === undefined) return { missing: 'a start without -datadir' };
  const config = readSettings(readConfig(last('conf') ?? `${datadir}/bitcoin.conf`) ?? '');
  // On the command line the last value counts, in the file the first one.
  const all = merge([...config.reverse(), ...given], options);

  const flags = [`--datadir=${datadir}/regtest`, '--clock=running', `--files=${dirname(datadir)}`];
  const values = new Map(Object.entries(DEFAULTS).map(([name, value]) => [name, [value]]));
  for (const [name, texts] of all) values.set(name, texts);
  const port = values.get('port')?.at(-1);
  const missing: string[] = [];
  for (const [name, texts] of values) {
    const text = texts.at(-1) ?? '0';
    if (IGNORED.has(name)) continue;
    if (IGNORED_OFF.has(name) && texts.every((value) => value === '0')) continue;
    if (name === 'port') flags.push(`--peers-port=${text}`);
    else if (name === 'rpcport') flags.push(`--port=${text}`);
    else if (name === 'rpcuser') flags.push(`--rpc-user=${text}`);
    else if (name === 'rpcpassword') flags.push(`--rpc-password=${text}`);
    else if (name === 'bind') {
      missing.push(...texts.flatMap((address) => bindProblem(address, port) ?? []));
    } else if (ZMQ.includes(name) || OWN.includes(name) || options.known.includes(name)) {
      if (name === 'rest' && text === '0') continue;
      flags.push(...(name === 'rest' ? ['--rest'] : texts.map((value) => `--${name}=${value}`)));
    } else missing.push(name === 'chain' || NETWORKS.has(name) ? 'other networks than regtest' : `-${name}`);
  }
  if (missing.length > 0) return { missing: missing.join(', ') };
  if (!values.has('debuglogfile')) flags.push('--debuglogfile=debug.log');
  // bitcoind has a cookie only without a password.
  if (values.has('rpcpassword')) flags.push('--rpccookiefile=0');
  else if (!values.has('rpccookiefile')) flags.push(`--rpccookiefile=${datadir}/regtest/.cookie`);
  return { flags };
}

const NETWORKS: ReadonlySet<string> = new Set(['testnet', 'testnet4', 'signet', 'main']);

/** The node listens on one address of this machine. The second one of bitcoind, for Tor, has no client in the tests. */
function bindProblem(address: string, port: string | undefined): string | undefined {
  if (address.endsWith('=onion')) return undefined;
  const [, host, given] = /^(\d+\.\d+\.\d+\.\d+)(?::(\d+))?$/.exec(address) ?? [];
  const isServed = (host === '127.0.0.1' || host === '0.0.0.0') && (given === undefined || given === port);
  return isServed ? undefined : `-bind=${address}`;
}

function merge(settings: readonly Setting[], { repeatable }: NodeOptions): Map<string, string[]> {
  const isRepeatable = (name: string) => repeatable.includes(name) || ZMQ.includes(name) || ['bind', 'wallet', 'connect'].includes(name);
  const merged = new Map<string, string[]>();
  for (const { name, value, negated } of settings) {
    if (!isRepeatable(name)) merged.set(name, [value]);
    else if (negated) merged.set(name, []);
    else merged.set(name, [...(merged.get(name) ?? []), value]);
  }
  return merged;
}

/** Reads `-name`, `-name=value`, `-noname` and the same with two dashes. */
function readArgument(arg: string): Setting {
  const [, name = arg, value] = /^--?([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
  return settingOf(name, value);
}

/** A text without value is a switch; `no` before a name negates it. */
function settingOf(name: string, value: string | undefined): Setting {
  const positive = /^no(.+)$/.exec(name)?.[1];
  if (positive === undefined) return { name, value: value ?? '1', negated: false };
  const negated = value !== '0';
  return { name: positive, value: negated ? '0' : '1', negated };
}

/** Reads the settings of a bitcoin.conf that hold on regtest. */
function readSettings(text: string): Setting[] {
  const settings: Setting[] = [];
  let section = '';
  for (const line of text.split('\n').map((whole) => whole.replace(/#.*/, '').trim())) {
    const [, name] = /^\[(.+)\]$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    else if (line !== '' && (section === '' || section === 'regtest')) {
      const [key = '', ...rest] = line.split('=');
      settings.push(settingOf(key.trim(), rest.length === 0 ? undefined : rest.join('=').trim()));
    }
  }
  return settings;
}
