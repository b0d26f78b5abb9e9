/** Where front ends look for a Stacks API: the public ones, and those of local networks. */
export const STACKS_APIS: readonly string[] = [
  'http://localhost:3999',
  'http://127.0.0.1:3999',
  'http://localhost:20443',
  'http://127.0.0.1:20443',
  'https://api.testnet.hiro.so',
  'https://api.hiro.so',
  'https://api.mainnet.hiro.so',
  'https://stacks-node-api.testnet.stacks.co',
  'https://stacks-node-api.mainnet.stacks.co',
];

/** Where front ends look for Esplora and for the API of sBTC (those of the package `sbtc`), and where a gateway has the same. */
export const BITCOIN_APIS: Readonly<Record<string, string>> = {
  'https://mempool.space/api': '/api',
  'https://mempool.space/testnet/api': '/api',
  'https://mempool.space/testnet4/api': '/api',
  'https://mempool.space/signet/api': '/api',
  'https://blockstream.info/api': '/api',
  'https://blockstream.info/testnet/api': '/api',
  'http://localhost:3010/api/proxy': '/api/proxy',
  'https://beta.sbtc-mempool.tech/api/proxy': '/api/proxy',
  'http://localhost:3031': '/emily',
  'https://sbtc-emily.com': '/emily',
  'https://beta.sbtc-emily.com': '/emily',
};
