const ONLY_KNOTS = 'Knots adds it, Core has no such method';
const FILES = 'it writes or reads a file of coins, and the node keeps nothing on disk';

/** The methods in the `help` of a bitcoind without wallet that the embedded node does not have, each with the reason. */
export const NOT_OFFERED: Record<string, string> = {
  dumptxoutset: FILES,
  loadtxoutset: FILES,
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

const NO_PEERS = 'there are no peers, and nobody to find them';

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
export const HIDDEN_NOT_OFFERED: Record<string, string> = { addconnection: NO_PEERS, addpeeraddress: NO_PEERS };

/** The methods whose usage differs: Knots takes other arguments than Core. */
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
