import { defineNodeSetting, type Setting } from '../setting.js';
import { list } from '../value-type.js';
import { oneOf, wholeNumber } from '../value-types.js';
import {
  activationHeight,
  addressTypes,
  btc,
  byteSize,
  clocks,
  comment,
  logCategory,
  methodList,
  peerPermissions,
  rpcCredential,
  toggle,
  versionBits,
} from './kinds.js';

const MAX_BLOCK_WEIGHT = 4_000_000;
const MAX_COUNT = 2 ** 31 - 1;
/** Timers count milliseconds in 31 bits. */
const MAX_TIMER_SECONDS = 2_147_483;

/**
 * The options of the embedded Bitcoin node, under bitcoind's names: keys of `createBitcoinNode` and flags of `node bitcoin`.
 * `npm run generate` writes the table in docs/bitcoin-rpc.md.
 */
export const bitcoinNodeSettings = {
  /** Whether the mempool accepts non-standard transactions. @default false */
  acceptnonstdtxn: defineNodeSetting({ kind: toggle, default: false, help: 'whether the mempool accepts non-standard transactions' }),
  /** Minimum fee rate of the mempool, in BTC/kvB. @default 0.000001 */
  minrelaytxfee: defineNodeSetting({
    kind: btc,
    defaultText: '0.000001, or incrementalrelayfee if that is higher',
    help: 'minimum fee rate of the mempool, in BTC/kvB',
  }),
  /** Fee rate that a replacement pays for its own relay, in BTC/kvB. @default 0.000001 */
  incrementalrelayfee: defineNodeSetting({
    kind: btc,
    default: 100n,
    defaultText: '0.000001',
    help: 'fee rate that a replacement pays for its own relay, and step of the minimum after an eviction, in BTC/kvB',
  }),
  /** Fee rate that defines dust, in BTC/kvB. @default 0.00003 */
  dustrelayfee: defineNodeSetting({ kind: btc, default: 3000n, defaultText: '0.00003', help: 'fee rate that defines dust, in BTC/kvB' }),
  /** Fee rate of wallets' payments without one, in BTC/kvB: the node estimates no fees. bitcoind has none by default. @default 0.0002 */
  fallbackfee: defineNodeSetting({
    kind: btc,
    default: 20_000n,
    defaultText: '0.0002',
    help: "fee rate of wallets' payments without one, in BTC/kvB; bitcoind has none",
  }),
  /** Whether there are no wallets, and no methods for them. @default false */
  disablewallet: defineNodeSetting({ kind: toggle, default: false, help: 'whether there are no wallets, and no methods for them' }),
  /** Minimum fee rate of wallets' payments, in BTC/kvB. @default 0.00001 */
  mintxfee: defineNodeSetting({
    kind: btc,
    default: 1000n,
    defaultText: '0.00001',
    help: "minimum fee rate of wallets' payments, in BTC/kvB",
  }),
  /** The type of new addresses. @default 'bech32' */
  addresstype: defineNodeSetting({ kind: oneOf(addressTypes), default: 'bech32', help: 'type of new addresses' }),
  /** The type of change. @default like the recipients' */
  changetype: defineNodeSetting({ kind: oneOf(addressTypes), defaultText: "like the recipients'", help: 'type of change addresses' }),
  /** Methods that bitcoind only offers on demand. @default none */
  deprecatedrpc: defineNodeSetting({
    kind: list(oneOf(['settxfee']), 'a list of methods'),
    default: [],
    defaultText: 'none',
    help: 'deprecated method to offer: settxfee',
    repeatable: true,
  }),
  /** Fee rate of wallets' payments instead of `fallbackfee`, in BTC/kvB. @default none */
  paytxfee: defineNodeSetting({
    kind: btc,
    default: 0n,
    defaultText: 'none',
    help: "fee rate of wallets' payments without one, in BTC/kvB; settxfee changes it",
  }),
  /** Maximum fee of a wallet's payment, in BTC. @default 0.1 */
  maxtxfee: defineNodeSetting({ kind: btc, default: 10_000_000n, defaultText: '0.1', help: "maximum fee of wallets' payments, in BTC" }),
  /** Fee rate that decides when change is not worth its cost, in BTC/kvB. @default 0.0001 */
  discardfee: defineNodeSetting({
    kind: btc,
    default: 10_000n,
    defaultText: '0.0001',
    help: 'fee rate at which change must be worth its spending, or it becomes fee, in BTC/kvB',
  }),
  /** Whether payments may spend unconfirmed change. @default true */
  spendzeroconfchange: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: 'whether payments may spend unconfirmed change',
  }),
  /** Whether payments fail that exceed the mempool's limits of unconfirmed chains. @default true */
  walletrejectlongchains: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: "whether payments fail that exceed the mempool's limits of unconfirmed chains",
  }),
  /** Whether wallets submit their payments to the mempool. @default true */
  walletbroadcast: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: 'whether wallets submit their payments to the mempool',
  }),
  /** Addresses that a wallet knows beyond the used ones. @default 1000 */
  keypool: defineNodeSetting({ kind: wholeNumber(0, 10_000), default: 1000, help: 'addresses that a wallet knows beyond the used ones' }),
  /** Whether payments of wallets signal replaceability. @default true */
  walletrbf: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: 'whether payments of wallets signal replaceability',
  }),
  /** Whether the mempool accepts data outputs (OP_RETURN). @default true */
  datacarrier: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: 'whether the mempool accepts data outputs (OP_RETURN)',
  }),
  /** Maximum size of all data outputs of a transaction together, in bytes. @default 100000 */
  datacarriersize: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 100_000,
    help: 'maximum size of all data outputs of a transaction together, in bytes',
  }),
  /** Whether the mempool accepts multisig outputs without P2SH. @default true */
  permitbaremultisig: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: 'whether the mempool accepts multisig outputs without P2SH',
  }),
  /** Virtual bytes that a sigop counts as in the mempool and in templates. @default 20 */
  bytespersigop: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 20,
    help: 'size of a sigop for mempool and mining, in weight units of witness data',
  }),
  /** Maximum of unconfirmed ancestors of a transaction, itself included. @default 25 */
  limitancestorcount: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 25,
    help: 'maximum of unconfirmed ancestors of a transaction, itself included',
  }),
  /** Maximum size of a transaction with its unconfirmed ancestors, in kvB. @default 101 */
  limitancestorsize: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 101,
    help: 'maximum size of a transaction with its unconfirmed ancestors, in kvB',
  }),
  /** Maximum of unconfirmed descendants of a transaction, itself included. @default 25 */
  limitdescendantcount: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 25,
    help: 'maximum of unconfirmed descendants of a transaction, itself included',
  }),
  /** Maximum size of a transaction with its unconfirmed descendants, in kvB. @default 101 */
  limitdescendantsize: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 101,
    help: 'maximum size of a transaction with its unconfirmed descendants, in kvB',
  }),
  /** Memory that the mempool may use, in MB. @default 300 */
  maxmempool: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 300,
    help: 'memory of the mempool as bitcoind counts it, in MB; at least 40 times limitdescendantsize',
  }),
  /** Whether a node with a folder keeps the mempool, too. @default true */
  persistmempool: defineNodeSetting({ kind: toggle, default: true, defaultText: '1', help: 'whether datadir keeps the mempool, too' }),
  /** Hours until an unconfirmed transaction leaves the mempool. @default 336 */
  mempoolexpiry: defineNodeSetting({
    kind: wholeNumber(0, MAX_COUNT),
    default: 336,
    help: 'hours until an unconfirmed transaction leaves the mempool',
  }),
  /** Maximum weight of a mined block. @default 4000000 */
  blockmaxweight: defineNodeSetting({
    kind: wholeNumber(0, MAX_BLOCK_WEIGHT),
    default: MAX_BLOCK_WEIGHT,
    help: 'maximum weight of mined blocks',
  }),
  /** Weight of a mined block that is reserved for its header and its coinbase. @default 8000 */
  blockreservedweight: defineNodeSetting({
    kind: wholeNumber(2000, MAX_BLOCK_WEIGHT),
    default: 8000,
    help: 'weight that mined blocks reserve for the header and the coinbase',
  }),
  /** Minimum fee rate of transactions in mined blocks, in BTC/kvB. @default 0.00000001 */
  blockmintxfee: defineNodeSetting({
    kind: btc,
    default: 1n,
    defaultText: '0.00000001',
    help: 'minimum fee rate of transactions in mined blocks, in BTC/kvB',
  }),
  /** Version of mined blocks. @default signals of BIP9 */
  blockversion: defineNodeSetting({ kind: wholeNumber(0, MAX_COUNT), defaultText: 'signals of BIP9', help: 'version of mined blocks' }),
  /** Credentials for the RPC besides user and password, each as `user:salt$hash`. @default none */
  rpcauth: defineNodeSetting({
    kind: list(rpcCredential, 'a list of user:salt$hash'),
    default: [],
    defaultText: 'none',
    help: "credentials of the RPC, as bitcoind's rpcauth.py prints them",
    repeatable: true,
  }),
  /** The methods that a user may call, each as `user:method,method`. @default all */
  rpcwhitelist: defineNodeSetting({
    kind: list(methodList, 'a list of user:method,method'),
    default: [],
    defaultText: 'all methods',
    help: 'methods that a user may call; of several lists for a user, their intersection',
    repeatable: true,
  }),
  /** Whether users without `rpcwhitelist` may call nothing. @default true if rpcwhitelist is set */
  rpcwhitelistdefault: defineNodeSetting({
    kind: toggle,
    defaultText: '1 with rpcwhitelist',
    help: 'whether users without rpcwhitelist may call nothing',
  }),
  /** Seconds that a client of the RPC has to send a request, or the next one. @default 30 */
  rpcservertimeout: defineNodeSetting({
    kind: wholeNumber(1, MAX_TIMER_SECONDS),
    default: 30,
    help: 'seconds that a client of the RPC has to send a request, or the next one',
  }),
  /** Whether `getrawtransaction` finds every confirmed transaction. @default true */
  txindex: defineNodeSetting({
    kind: toggle,
    default: true,
    defaultText: '1',
    help: 'whether getrawtransaction finds every confirmed transaction; bitcoind has 0',
  }),
  /** The heights from which rules hold, each as `name@height`. @default 1; segwit 0 */
  testactivationheight: defineNodeSetting({
    kind: list(activationHeight, 'a list of name@height'),
    default: [],
    defaultText: 'all active from block 1',
    help: 'height from which bip34, dersig, cltv, csv or segwit holds',
    repeatable: true,
  }),
  /** How blocks signal for testdummy, as `testdummy:start:end:height`; the last one counts. @default from the start, without an end */
  vbparams: defineNodeSetting({
    kind: list(versionBits, 'a list of testdummy:start:end:height'),
    default: [],
    defaultText: 'testdummy:0:9223372036854775807:0',
    help: 'when blocks signal for testdummy (BIP9): start and end in seconds since 1970, and the lowest height to be active',
    repeatable: true,
  }),
  /** Seconds that a new peer has for its first messages. @default 60 */
  peertimeout: defineNodeSetting({
    kind: wholeNumber(1, MAX_COUNT),
    default: 60,
    help: 'seconds that a new peer has for its first messages',
  }),
  /** Seconds of a ban without an end of its own. @default 86400 */
  bantime: defineNodeSetting({ kind: wholeNumber(1, MAX_COUNT), default: 86_400, help: 'seconds of a ban by setban without a time' }),
  /** What the node sends to its peers per day: beyond it, old blocks are not served. In MiB, or with a unit. @default 0 (no limit) */
  maxuploadtarget: defineNodeSetting({
    kind: byteSize,
    default: 0n,
    defaultText: '0 (no limit)',
    help:
      'what the node sends to its peers per day, in MiB or with a unit such as 500M; beyond it, ' +
      'blocks older than a week are not served',
  }),
  /** Comments in the node's name that peers see. @default none */
  uacomment: defineNodeSetting({
    kind: list(comment, 'a list of comments'),
    default: [],
    defaultText: 'none',
    help: "comment in the node's name that peers see",
    repeatable: true,
  }),
  /** Whether the node wants no transactions from peers. @default false */
  blocksonly: defineNodeSetting({ kind: toggle, default: false, help: 'whether the node wants no transactions from peers' }),
  /** Permissions of peers by address, each as `noban@127.0.0.1` or `127.0.0.0/8`. @default none */
  whitelist: defineNodeSetting({
    kind: list(peerPermissions, 'a list of permissions@address'),
    default: [],
    defaultText: 'none',
    help: 'permissions of peers by address; a peer with noban stays connected whatever it sends',
    repeatable: true,
  }),
  /** The enabled categories of the log, `all` for all of them. @default none */
  debug: defineNodeSetting({
    kind: list(logCategory, 'a list of categories'),
    default: [],
    defaultText: 'none',
    help: 'category of messages to log, such as net, mempoolrej or validation; all or no value for all',
    repeatable: true,
  }),
  /** Categories that `debug` does not enable. @default none */
  debugexclude: defineNodeSetting({
    kind: list(logCategory, 'a list of categories'),
    default: [],
    defaultText: 'none',
    help: 'category that debug does not enable',
    repeatable: true,
  }),
  /** `blocks`: the time of the last block; `running`: the time of the machine. @default 'blocks' */
  clock: defineNodeSetting({
    kind: oneOf(clocks),
    default: 'blocks',
    help: 'blocks: each block advances the time by ten minutes; running: the time of the machine',
  }),
  /** Time in seconds since 1970, as after `setmocktime`. @default that of `clock` */
  mocktime: defineNodeSetting({
    kind: wholeNumber(0, 9_223_372_036),
    defaultText: 'that of clock',
    help: 'time in seconds since 1970, as after setmocktime',
  }),
};

type Settings = typeof bitcoinNodeSettings;
export type BitcoinNodeSettingKey = keyof Settings;
/** The options as code writes them. */
export type BitcoinNodeSettings = {
  [Key in keyof Settings]?: (Settings[Key] extends Setting<infer _, infer Input, infer __> ? Input : never) | undefined;
};
/** The options with their defaults. */
export type ResolvedNodeSettings = {
  [Key in keyof Settings]: Settings[Key] extends Setting<infer _, infer __, infer Resolved> ? Resolved : never;
};
