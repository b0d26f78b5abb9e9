const ONLY_KNOTS = 'Knots adds it, Core has no such method';
const NO_DISK = 'it works on files that the node does not have';
const NO_PEERS = 'it needs addresses of peers, or answers of them, and the node has none';
const NO_FILTERS = 'it needs an index of block filters, and the node has none';

/** Methods of Core that Knots does not have. */
export const ONLY_CORE: readonly string[] = ['getdifficulty'];

/** The methods in the `help` of a bitcoind without wallet that the embedded node does not have, each with the reason. */
export const NOT_OFFERED: Record<string, string> = {
  dumptxoutset: NO_DISK,
  getaddrmaninfo: NO_PEERS,
  getblockfilter: NO_FILTERS,
  getblockfrompeer: NO_PEERS,
  getnodeaddresses: NO_PEERS,
  loadtxoutset: NO_DISK,
  pruneblockchain: NO_DISK,
  scanblocks: NO_FILTERS,
  getgeneralinfo: ONLY_KNOTS,
  getmempoolstats: ONLY_KNOTS,
  getrpcwhitelist: ONLY_KNOTS,
  listmempooltransactions: ONLY_KNOTS,
  listprunelocks: ONLY_KNOTS,
  maxmempool: ONLY_KNOTS,
  savefeeestimates: ONLY_KNOTS,
  scriptthreadsinfo: ONLY_KNOTS,
  setprunelock: ONLY_KNOTS,
  setscriptthreadsenabled: ONLY_KNOTS,
  sweepprivkeys: ONLY_KNOTS,
};

/** The methods that `help` does not list, of Bitcoin Core 30. */
export const HIDDEN_METHODS = [
  'addconnection',
  'addpeeraddress',
  'echo',
  'echoipc',
  'echojson',
  'estimaterawfee',
  'generate',
  'generateblock',
  'generatetoaddress',
  'generatetodescriptor',
  'getorphantxs',
  'getrawaddrman',
  'invalidateblock',
  'mockscheduler',
  'reconsiderblock',
  'sendmsgtopeer',
  'setmocktime',
  'syncwithvalidationinterfacequeue',
];

/** Those of {@link HIDDEN_METHODS} that the embedded node does not have, each with the reason. */
export const HIDDEN_NOT_OFFERED: Record<string, string> = {
  addpeeraddress: NO_PEERS,
  echoipc: 'it tests the processes of bitcoind',
  estimaterawfee: 'it shows the inside of the fee estimator, and the node has none',
  getrawaddrman: NO_PEERS,
  sendmsgtopeer: NO_PEERS,
};

/** The methods with another usage line: Knots has other arguments than Core. */
export const OTHER_USAGE: string[] = [
  'addnode',
  'createmultisig',
  'createpsbt',
  'createrawtransaction',
  'deriveaddresses',
  'descriptorprocesspsbt',
  'getblocktemplate',
  'getmempoolinfo',
  'gettxoutproof',
  'prioritisetransaction',
  'sendrawtransaction',
  'testmempoolaccept',
  'utxoupdatepsbt',
  'verifytxoutproof',
];
