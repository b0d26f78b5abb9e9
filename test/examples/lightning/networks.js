import { startDevnet } from 'stacks-devnet';
import { createBitcoinNode } from 'stacks-devnet/bitcoin-node';

/** A whole network. LND polls its Bitcoin node, and the faucet pays. */
export async function startNetwork() {
  const devnet = await startDevnet({ mining: { bitcoin: 'manual' } });
  const { rpcUser, rpcPassword } = devnet.credentials;
  // LND waits until the last block is younger than two hours.
  await rpc(devnet.urls.bitcoin, `${rpcUser}:${rpcPassword}`, 'setmocktime', [Math.floor(Date.now() / 1000)]);
  return {
    devnet,
    flags: flags(devnet.urls.bitcoin, rpcUser, rpcPassword, ['rpcpolling', 'blockpollinginterval=200ms', 'txpollinginterval=200ms']),
    fund: (address, sats) => devnet.faucet.btc(address, { amount: sats, wait: false }),
    mine: (blocks) => devnet.bitcoin.mine(blocks),
    reorganise: (blocks) => devnet.chaos.reorg({ blocks }),
    close: () => devnet.close(),
  };
}

/**
 * A Bitcoin node alone, with the clock of the machine: LND waits until the last block is younger than two hours. LND follows it by ZeroMQ,
 * and a wallet of the node pays.
 */
export async function startBitcoin() {
  const node = createBitcoinNode({ clock: 'running' });
  const { url } = await node.listen({ user: 'devnet', password: 'devnet' });
  // LND wants two addresses.
  const published = await Promise.all(['rawblock', 'rawtx'].map((topic) => node.publish([{ topic, address: 'tcp://127.0.0.1:0' }])));
  const notifications = published.flatMap((each) => each.notifications);
  const call = (method, ...params) => rpc(url, 'devnet:devnet', method, params);
  await call('createwallet', 'miner');
  const miner = await call('getnewaddress');
  const mine = (blocks) => call('generatetoaddress', blocks, miner);
  await mine(101);
  return {
    flags: flags(
      url,
      'devnet',
      'devnet',
      notifications.map(({ topic, address }) => `zmqpub${topic}=${address}`),
    ),
    fund: (address, sats) => call('sendtoaddress', address, Number(sats) / 1e8),
    mine,
    async reorganise(blocks) {
      const height = (await call('getblockcount')) - blocks + 1;
      await call('invalidateblock', await call('getblockhash', height));
      await mine(blocks + 1);
    },
    close: () => node.close(),
  };
}

function flags(url, user, password, others) {
  return [`rpchost=${new URL(url).host}`, `rpcuser=${user}`, `rpcpass=${password}`, ...others].map((flag) => `--bitcoind.${flag}`);
}

async function rpc(url, auth, method, params) {
  const headers = { authorization: `Basic ${btoa(auth)}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ id: 1, method, params }) });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
