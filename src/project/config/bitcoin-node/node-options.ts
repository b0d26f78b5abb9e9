import { categoriesOf, type LogCategory } from '../../../bitcoin/log-categories.js';
import type { ResolvedNodeSettings } from './settings.js';

const BYTES_PER_KVB = 1000;
const BYTES_PER_MB = 1_000_000;
const SECONDS_PER_HOUR = 3600;
const MS_PER_SECOND = 1000;
/** bitcoind's default of `minrelaytxfee`, in sats per 1,000 virtual bytes. */
const MIN_RELAY_FEE_RATE = 100n;

/** Converts bitcoind's options to those of the embedded node. */
export function nodeOptions(settings: ResolvedNodeSettings) {
  const { incrementalrelayfee } = settings;
  return {
    policy: {
      requireStandard: !settings.acceptnonstdtxn,
      // As in bitcoind, a higher incremental fee rate lifts the default.
      minRelayFeeRate: settings.minrelaytxfee ?? (incrementalrelayfee > MIN_RELAY_FEE_RATE ? incrementalrelayfee : MIN_RELAY_FEE_RATE),
      incrementalFeeRate: incrementalrelayfee,
      dustFeeRate: settings.dustrelayfee,
      blockMinFeeRate: settings.blockmintxfee,
      blockMaxWeight: settings.blockmaxweight,
      blockReservedWeight: settings.blockreservedweight,
      dataCarrierSize: settings.datacarrier ? settings.datacarriersize : 0,
      bareMultisig: settings.permitbaremultisig,
      bytesPerSigOp: settings.bytespersigop,
      ancestorCount: settings.limitancestorcount,
      ancestorSize: settings.limitancestorsize * BYTES_PER_KVB,
      descendantCount: settings.limitdescendantcount,
      descendantSize: settings.limitdescendantsize * BYTES_PER_KVB,
      expiry: settings.mempoolexpiry * SECONDS_PER_HOUR,
      maxMemory: settings.maxmempool * BYTES_PER_MB,
    },
    wallets: {
      fallbackFee: settings.fallbackfee,
      addressType: settings.addresstype,
      changeType: settings.changetype,
      // As in bitcoind, none is one.
      keypool: Math.max(settings.keypool, 1),
      minFeeRate: settings.mintxfee,
      payFeeRate: settings.paytxfee,
      offersSetTxFee: settings.deprecatedrpc.includes('settxfee'),
      maxFee: settings.maxtxfee,
      discardFeeRate: settings.discardfee,
      spendsUnconfirmedChange: settings.spendzeroconfchange,
      rejectsLongChains: settings.walletrejectlongchains,
      broadcasts: settings.walletbroadcast,
      replaceable: settings.walletrbf,
      disabled: settings.disablewallet,
    },
    blockVersion: settings.blockversion,
    mockTime: settings.mocktime,
    now: settings.clock === 'running' ? () => Date.now() / 1000 : undefined,
    activation: Object.fromEntries([
      ...settings.testactivationheight.map(({ deployment, height }) => [deployment, height]),
      ...settings.vbparams.map(({ deployment, ...parameters }) => [deployment, parameters]),
    ]),
    debug: categories(settings.debug).filter((category) => !categories(settings.debugexclude).includes(category)),
    comments: settings.uacomment,
    persistMempool: settings.persistmempool,
    banTime: settings.bantime,
    peerTimeout: settings.peertimeout,
    uploadTarget: Number(settings.maxuploadtarget),
    blocksOnly: settings.blocksonly,
    whitelist: settings.whitelist,
    txIndex: settings.txindex,
    requestTimeoutMs: settings.rpcservertimeout * MS_PER_SECOND,
    access: { credentials: settings.rpcauth, whitelist: settings.rpcwhitelist, whitelistDefault: settings.rpcwhitelistdefault },
  };
}

function categories(names: readonly string[]): LogCategory[] {
  return names.flatMap((name) => categoriesOf(name) ?? []);
}
