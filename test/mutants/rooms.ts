/** A room: compiled files below `dist`, and the tests that cover it, below `test`. */
export type Room = { files: readonly string[]; tests: readonly string[] };

export const rooms: Record<string, Room> = {
  faucet: {
    files: [
      'network/faucet/btc/coins.js',
      'network/faucet/btc/coin-supply.js',
      'network/faucet/btc/pending.js',
      'network/faucet/btc/change.js',
      'network/faucet/payment-turns.js',
      'network/faucet/keys.js',
    ],
    tests: [
      'network/faucet/btc/change',
      'network/faucet/btc/coins',
      'network/faucet/btc/coin-supply',
      'network/faucet/btc/pending',
      'network/faucet/btc/faucet',
      'network/faucet/together',
    ],
  },
  nonces: {
    files: ['network/faucet/stacks/nonces.js', 'network/faucet/stacks/key-queue.js'],
    tests: ['network/faucet/stacks/nonces', 'network/faucet/stacks/key-queue', 'network/faucet/stacks/faucet'],
  },
  limits: {
    files: ['gateway/limits/limiter.js', 'gateway/limits/policy.js', 'gateway/limits/client-of.js', 'gateway/limits/window-file.js'],
    tests: ['gateway/limits/limiter', 'gateway/limits/window-file', 'gateway/limits'],
  },
  mempool: {
    files: [
      'bitcoin/node/mempool/pool.js',
      'bitcoin/node/mempool/eviction.js',
      'bitcoin/node/mempool/rolling-fee.js',
      'bitcoin/node/mempool/replacement.js',
      'bitcoin/node/mempool/feerate-diagram.js',
    ],
    tests: ['bitcoin/node/mempool', 'bitcoin/node/peers/transactions', 'bitcoin/node/mining/select'],
  },
  follower: {
    files: [
      'engines/common/follow/bitcoin-follower.js',
      'engines/common/follow/stacks-follower.js',
      'engines/common/follow/stacks-mempool.js',
      'engines/common/follow/mode-miner.js',
      'engines/common/follow/poll.js',
      'engines/common/follow/commit.js',
    ],
    tests: ['engines/common/follow'],
  },
  pool: {
    files: [
      'cluster/pool/networks.js',
      'cluster/pool/stock.js',
      'cluster/pool/own-book.js',
      'cluster/pool/quota.js',
      'cluster/pool/secret.js',
    ],
    tests: ['cluster/pool/networks', 'cluster/pool/access', 'cluster/pool/own-book', 'cluster/pool/shared-leases', 'cluster/pool/stock'],
  },
  snapshots: {
    files: ['network/devnet/snapshots.js', 'stacks/history/saved-states.js'],
    tests: ['stacks/history/saved-states', 'network/devnet/snapshots', 'network/devnet/devnet'],
  },
  rpc: {
    files: ['bitcoin/node/rpc'],
    tests: ['bitcoin/node/rpc', 'bitcoin/node/wallet'],
  },
  wallet: {
    files: ['bitcoin/node/wallet'],
    tests: ['bitcoin/node/rpc', 'bitcoin/node/wallet'],
  },
  operations: {
    files: [
      ...['bind', 'codec', 'request', 'schema-check', 'command-fields', 'arguments', 'placement', 'fields'].map(
        (file) => `network/operations/${file}.js`,
      ),
      'gateway/routes/operations.js',
      'network/devnet/connected',
    ],
    tests: ['network/operations/contract', 'network/operations/words', 'gateway/unknown-names'],
  },
  clarity: {
    files: ['clarity/natives', 'clarity/transaction/post-conditions.js', 'clarity/transaction/process.js'],
    tests: [
      ...['clarity/transaction', 'clarity/natives', 'clarity/analysis', 'clarity/robustness', 'clarity/locking', 'clarity/trace'],
      ...['clarity/recorded', 'clarity/stacks-core'],
    ],
  },
};
