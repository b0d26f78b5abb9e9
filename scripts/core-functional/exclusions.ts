// Which scripts need something that the node leaves out on purpose. Of each script the first stop is known, and it must be that: what
// stops elsewhere is a fault of the node, or a difference that nothing excludes.
import type { Result } from './result.js';

/** The classes of what the node leaves out, with the reason. */
export const exclusions = {
  addresses: 'addresses of peers: gossip, seeds, proxies, Tor, I2P, private broadcast (decision 18)',
  protocol: 'compact blocks, bloom and block filters, transaction reconciliation, transport version 2 (decisions 18 and 31)',
  indexes: 'indexes of block filters and of coin statistics (decision 18)',
  pruning: 'pruning, reindexing, snapshots of coins, assumed validity (decision 18: the node has no such files)',
  files: "bitcoind's own files: blocks, coins, wallets in SQLite, settings (the node has its own)",
  methods: 'methods that the node does not have (decisions 18 and 43)',
  relay: 'delays of announcements, which hide who made a transaction, and blocks from several peers at a time (decision 31)',
  texts: "bitcoind's own words: help, errors of its start, and debug.log (decision 18)",
  networks: 'other networks than regtest (decision 3)',
  programs:
    "programs beside the node: bitcoin-cli's own options, bitcoin-tx, bitcoin-wallet, IPC, external signers, USDT, earlier releases",
  commands: 'options that run commands, such as -blocknotify, and files of options in files of options',
  later: 'the release after 30: the mempool of clusters, its limits, errors and fields',
  machine: 'a machine with addresses that others do not have',
} as const;

export type Exclusion = keyof typeof exclusions;

/** bitcoind's options that are missing with what they are for. */
const OPTIONS: Readonly<Record<string, Exclusion>> = {
  alertnotify: 'commands',
  asmap: 'addresses',
  assumevalid: 'pruning',
  blockfilterindex: 'indexes',
  blocknotify: 'commands',
  blocksdir: 'files',
  blocksxor: 'files',
  capturemessages: 'files',
  cjdnsreachable: 'addresses',
  coinstatsindex: 'indexes',
  dbcrashratio: 'files',
  externalip: 'addresses',
  fastprune: 'pruning',
  i2pacceptincoming: 'addresses',
  i2psam: 'addresses',
  includeconf: 'commands',
  limitclustercount: 'later',
  limitclustersize: 'later',
  loadblock: 'files',
  onlynet: 'addresses',
  peerblockfilters: 'protocol',
  peerbloomfilters: 'protocol',
  pid: 'files',
  privatebroadcast: 'addresses',
  proxy: 'addresses',
  proxyrandomize: 'addresses',
  prune: 'pruning',
  reindex: 'pruning',
  shutdownnotify: 'commands',
  signetchallenge: 'networks',
  startupnotify: 'commands',
  txreconciliation: 'protocol',
  v2transport: 'protocol',
};

/** bitcoind's methods that are missing. */
const METHODS: Readonly<Record<string, Exclusion>> = {
  addpeeraddress: 'methods',
  dumptxoutset: 'methods',
  estimaterawfee: 'methods',
  getaddrmaninfo: 'methods',
  getblockfilter: 'methods',
  getblockfrompeer: 'methods',
  getmempoolcluster: 'later',
  getmempoolfeeratediagram: 'later',
  getnodeaddresses: 'methods',
  getrawaddrman: 'methods',
  loadtxoutset: 'methods',
  migratewallet: 'methods',
  pruneblockchain: 'methods',
  scanblocks: 'methods',
  sendmsgtopeer: 'methods',
  walletdisplayaddress: 'methods',
};

/** What the framework says of skips. */
const SKIPS: readonly (readonly [RegExp, Exclusion])[] = [
  [/^previous releases|has not been (compiled|built)|not been built with/, 'programs'],
  [/routable address/, 'machine'],
];

/** Files that only bitcoind has, in errors of the scripts that look for them. */
const FILES =
  /(?:FileNotFoundError|OperationalError).*(rev00000|blk00000|anchors\.dat|peers\.dat|chainstate|settings\.json|wallet\.dat|'index'|no such table)/;

/** Scripts whose stop says not by itself what they need: the stop that is known, and the class. */
const SCRIPTS: Readonly<Record<string, readonly [RegExp, Exclusion]>> = {
  'feature_addrman.py': [/peers\.dat/, 'addresses'],
  'feature_asmap.py': [/IP bucketing/, 'addresses'],
  'feature_blocksdir.py': [/Specified blocks directory/, 'files'],
  'feature_config_args.py': [/double-negative/, 'texts'],
  'feature_filelock.py': [/Cannot obtain a lock/, 'texts'],
  'feature_framework_startup_failures.py': [/expected errors/, 'texts'],
  'feature_help.py': [/ret_code_expected/, 'texts'],
  'feature_port.py': [/Bound to/, 'texts'],
  'feature_presegwit_node_upgrade.py': [/restart with -rein/, 'pruning'],
  'feature_pruning.py': [/-maxreceivebuffer/, 'pruning'],
  'feature_rbf.py': [/new feerate .* <= old feerate .* not enough add/, 'later'],
  'interface_bitcoin_cli.py': [/./, 'programs'],
  'mempool_ephemeral_dust.py': [/line 226: .*transaction failed == success/, 'later'],
  'mempool_package_rbf.py': [/too many potential replacements/, 'later'],
  'mempool_reorg.py': [/line 71: .*get_invs/, 'relay'],
  'mempool_sigoplimit.py': [/package-mempool-limits/, 'later'],
  'mining_mainnet.py': [/missing_credentials/, 'networks'],
  'mining_prioritisetransaction.py': [/'chunk'/, 'later'],
  'p2p_1p1c_network.py': [/line 139: .*transaction failed == success/, 'later'],
  'p2p_addr_relay.py': [/total_ipv4_received/, 'addresses'],
  'p2p_addrfetch.py': [/'getaddr'/, 'addresses'],
  'p2p_addrv2_relay.py': [/addrv2/, 'addresses'],
  'p2p_compactblocks.py': [/sendcmpct/, 'protocol'],
  'p2p_compactblocks_blocksonly.py': [/sendcmpct/, 'protocol'],
  'p2p_compactblocks_hb.py': [/NoneType/, 'protocol'],
  'p2p_ibd_stalling.py': [/Stall started/, 'relay'],
  'p2p_invalid_messages.py': [/addrv2/, 'addresses'],
  'p2p_leak_tx.py': [/last_inv_sequence/, 'later'],
  'p2p_mutated_blocks.py': [/self_transfer_requested/, 'protocol'],
  'p2p_timeouts.py': [/peertimeout must be a positive integer/, 'texts'],
  'p2p_orphan_handling.py': [/line 173: .*get_invs/, 'relay'],
  'rpc_help.py': [/string index out of range/, 'texts'],
  'rpc_invalid_address_message.py': [/validateaddress "address"/, 'texts'],
  'rpc_packages.py': [/conflict-in-package.*tx-results/, 'later'],
  'rpc_users.py': [/Unable to start HTTP server/, 'texts'],
  'tool_bitcoin.py': [/'bitcoin'/, 'programs'],
  'wallet_backup.py': [/invalid_wallet_file/, 'files'],
  'wallet_create_tx.py': [/-paytxfee is deprecated/, 'texts'],
  'wallet_multiwallet.py': [/wallet_data_filename/, 'files'],
};

/** Returns the class of a script that needs what the node leaves out; undefined for a fault or a difference of the node. */
export function exclusionOf({ script, outcome, stop }: Result): Exclusion | undefined {
  if (outcome === 'skip') return SKIPS.find(([words]) => words.test(stop))?.[1];
  const [words, name] = SCRIPTS[script] ?? [];
  if (words?.test(stop)) return name;
  const missing = /the node does not have (.*)/.exec(stop)?.[1];
  if (missing?.startsWith('the program bitcoin-cli')) return 'programs';
  if (missing?.includes('other networks')) return 'networks';
  // One option that a decision excludes stops the script, whatever the others are.
  for (const [, option = ''] of missing?.matchAll(/-(\w+)/g) ?? []) if (OPTIONS[option] !== undefined) return OPTIONS[option];
  const method = /Method not found: (\w+)/.exec(stop)?.[1];
  if (method !== undefined) return METHODS[method];
  return FILES.test(stop) ? 'files' : undefined;
}
