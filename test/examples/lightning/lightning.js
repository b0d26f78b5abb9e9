// Two LND nodes: funding, a channel, a payment, a cooperative close, a reorganisation and a force close.
// `lnd` and `lncli` come from PATH. With --zmq they follow a Bitcoin node alone by ZeroMQ, otherwise a whole network by polling.
import { startLnd, until } from './lnd.js';
import { startBitcoin, startNetwork } from './networks.js';

/** What each node has, and the most that all fees of the example take, in sats. */
const FUNDS = 100_000_000;
const FEES = 100_000;

const network = process.argv.includes('--zmq') ? await startBitcoin() : await startNetwork();
const nodes = [];
try {
  await network.mine(1);
  for (let count = 0; count < 2; count++) nodes.push(await startLnd(network.flags));
  const [alice, bob] = nodes;
  await fund();
  await alice.call('connect', bob.address);
  console.log('two nodes, funded and connected');

  const first = await open(alice, bob);
  await network.mine(3);
  await active(first);
  await pay(alice, bob, 25_000);
  await close(alice, first);

  const second = await open(alice, bob);
  await network.mine(2);
  await network.reorganise(2); // Below the funding depth of three blocks.
  await network.mine(3);
  await active(second);
  await pay(alice, bob, 100_000);
  await pay(bob, alice, 10_000);
  await close(alice, second, '--force');
} finally {
  await Promise.all(nodes.map((node) => node.close()));
  await network.close();
}

async function fund() {
  for (const node of nodes) {
    const { address } = await node.call('newaddress', 'p2tr');
    await network.fund(address, BigInt(FUNDS));
    await until('the payment is known', async () => (await node.call('walletbalance')).unconfirmed_balance === `${FUNDS}`);
  }
  await network.mine(1);
  for (const node of nodes) await until('the payment is confirmed', async () => (await confirmed(node)) === FUNDS);
}

/** @returns the outpoint of a channel that is not confirmed yet */
async function open(from, to) {
  await until('in sync', async () => (await Promise.all(nodes.map((node) => node.call('getinfo')))).every((info) => info.synced_to_chain));
  const { funding_txid: txid } = await from.call('openchannel', to.key, '5000000');
  const [{ channel }] = (await from.call('pendingchannels')).pending_open_channels;
  console.log(`a channel is funded by ${txid}`);
  return channel.channel_point;
}

async function active(point) {
  for (const node of nodes) {
    await until('the channel is active', async () =>
      (await node.call('listchannels')).channels.some(({ channel_point, active }) => channel_point === point && active),
    );
  }
  console.log('the channel is active');
}

async function pay(from, to, sats) {
  const { payment_request: invoice } = await to.call('addinvoice', `--amt=${sats}`);
  await until('the payment', () => from.call('payinvoice', '--force', '--json', invoice));
  console.log(`paid ${sats} sats`);
}

/** Closes a channel, and mines until all its coins are back. */
async function close(node, point, ...how) {
  const [txid, output] = point.split(':');
  await node.call('closechannel', ...how, `--funding_txid=${txid}`, `--output_index=${output}`);
  await until('all coins are back', async () => {
    await network.mine(2);
    return (await confirmed(nodes[0])) + (await confirmed(nodes[1])) > 2 * FUNDS - FEES;
  });
  console.log(`closed${how.includes('--force') ? ' by force' : ''}`);
}

async function confirmed(node) {
  return Number((await node.call('walletbalance')).confirmed_balance);
}
