/** The categories of `-debug` in Core 30. */
export const LOG_CATEGORIES = [
  'addrman',
  'bench',
  'blockstorage',
  'cmpctblock',
  'coindb',
  'estimatefee',
  'http',
  'i2p',
  'ipc',
  'leveldb',
  'libevent',
  'mempool',
  'mempoolrej',
  'net',
  'proxy',
  'prune',
  'qt',
  'rand',
  'reindex',
  'rpc',
  'scan',
  'selectcoins',
  'tor',
  'txpackages',
  'txreconciliation',
  'validation',
  'walletdb',
  'zmq',
] as const;
export type LogCategory = (typeof LOG_CATEGORIES)[number];

const ALL = ['', '1', 'all'];

/** Returns the categories that a name stands for, as in `-debug` and `logging`; undefined for an unknown one. */
export function categoriesOf(name: string): readonly LogCategory[] | undefined {
  if (ALL.includes(name)) return LOG_CATEGORIES;
  const known = LOG_CATEGORIES.find((category) => category === name);
  return known && [known];
}
