/** A room: compiled files below `dist`, and the tests that cover it, below `test`. */
export type Room = { files: readonly string[]; tests: readonly string[] };

export const rooms: Record<string, Room> = {
  faucet: {
    files: [
      'faucet/btc/coins.js',
      'faucet/btc/coin-supply.js',
      'faucet/btc/pending.js',
      'faucet/btc/change.js',
      'faucet/turns.js',
      'faucet/keys.js',
    ],
    tests: [
      'faucet/btc/change',
      'faucet/btc/coins',
      'faucet/btc/coin-supply',
      'faucet/btc/pending',
      'faucet/btc/faucet',
      'faucet/together',
    ],
  },
  nonces: {
    files: ['faucet/stacks/nonces.js', 'faucet/stacks/key-queue.js'],
    tests: ['faucet/stacks/nonces', 'faucet/stacks/key-queue', 'faucet/stacks/faucet'],
  },
  limits: {
    files: ['gateway/limits/limiter.js', 'gateway/limits/policy.js', 'gateway/limits/client-of.js', 'gateway/limits/window-file.js'],
    tests: ['gateway/limits/client-of', 'gateway/limits/limiter', 'gateway/limits/window-file', 'gateway/limits'],
  },
  mempool: {
    files: [
      'node/bitcoin/mempool/pool.js',
      'node/bitcoin/mempool/eviction.js',
      'node/bitcoin/mempool/rolling-fee.js',
      'node/bitcoin/mempool/replacement.js',
      'node/bitcoin/mempool/feerate-diagram.js',
    ],
    tests: ['node/bitcoin/mempool', 'node/bitcoin/peers/transactions', 'node/bitcoin/mining/select'],
  },
  follower: {
    files: [
      'engines/follow/bitcoin-follower.js',
      'engines/follow/stacks-follower.js',
      'engines/follow/stacks-mempool.js',
      'engines/follow/mode-miner.js',
      'engines/follow/poll.js',
      'engines/follow/commit.js',
    ],
    tests: ['engines/follow'],
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
    files: ['devnet/snapshots.js', 'history/saved-states.js'],
    tests: ['history/saved-states', 'devnet/snapshots', 'devnet/devnet'],
  },
  operations: {
    files: [
      ...['bind', 'codec', 'request', 'schema-check', 'command-fields', 'arguments', 'placement', 'fields'].map(
        (file) => `operations/${file}.js`,
      ),
      'gateway/routes/operations.js',
      'devnet/connected',
    ],
    tests: ['operations/contract', 'operations/words', 'gateway/unknown-names'],
  },
  clarity: {
    files: ['clarity/natives', 'clarity/transaction/post-conditions.js', 'clarity/transaction/process.js'],
    tests: [
      ...['clarity/transaction', 'clarity/natives', 'clarity/analysis', 'clarity/robustness', 'clarity/locking', 'clarity/trace'],
      ...['clarity/recorded', 'clarity/stacks-core'],
    ],
  },
};
