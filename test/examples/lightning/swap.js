// Alice swaps sBTC for sats on Lightning. She makes an invoice, and locks sBTC for Bob with its payment hash. Bob pays the invoice and so learns
// the preimage, which releases the sBTC to him. If he does not pay, she takes the sBTC back after the timeout. `lnd` and `lncli` come from PATH.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startLnd, until } from './lnd.js';
import { startNetwork } from './networks.js';

const SATS = 50_000n;
/** Bitcoin blocks. Bob must have paid and claimed before. */
const TIMEOUT = 20;

const network = await startNetwork();
const { devnet } = network;
const nodes = [];
try {
  await network.mine(1);
  for (let count = 0; count < 2; count++) nodes.push(await startLnd(network.flags));
  const [alice, bob] = nodes;
  await openChannel(bob, alice);
  await devnet.stacks.deploy({ name: 'htlc', source: await readFile(new URL('htlc.clar', import.meta.url), 'utf8'), as: 'deployer' });
  const htlc = devnet.contract('htlc');
  const { wallet_1: seller, wallet_2: buyer } = devnet.accounts;
  const sbtcOf = ({ stx }) => devnet.sbtc.balance(stx.address);
  const before = await sbtcOf(buyer);
  const lock = async (hash) => {
    const timeout = (await devnet.status()).bitcoin.height + TIMEOUT;
    await htlc.call('lock', [hash, SATS, buyer.stx.address, timeout], { as: 'wallet_1', expect: 'ok' });
  };

  // Alice knows the preimage, everybody else its hash.
  const preimage = randomBytes(32);
  const hash = createHash('sha256').update(preimage).digest();
  const { payment_request: invoice } = await alice.call('addinvoice', `--amt=${SATS}`, preimage.toString('hex'));
  await lock(hash);
  // Bob checks both before he pays.
  const { payment_hash: invoiced, num_satoshis: price } = await bob.call('decodepayreq', invoice);
  const locked = await htlc.read('get-lock', [Buffer.from(invoiced, 'hex')]);
  assert.deepEqual([locked.amount, locked.recipient], [BigInt(price), buyer.stx.address]);
  console.log(`locked ${locked.amount} sats of sBTC with the hash of the invoice`);

  // A new channel is active before its coins can be sent. A payment that failed can be tried again.
  const { payment_preimage: learnt } = await until('the payment', () => bob.call('payinvoice', '--force', '--json', invoice));
  assert.equal(learnt, preimage.toString('hex'));
  await htlc.call('claim', [Buffer.from(learnt, 'hex')], { as: 'wallet_2', expect: 'ok' });
  assert.equal(await sbtcOf(buyer), before + SATS);
  console.log('paid the invoice, and claimed the sBTC with its preimage');

  // Another invoice, which Bob does not pay.
  const mine = await sbtcOf(seller);
  const unpaid = Buffer.from((await alice.call('addinvoice', `--amt=${SATS}`)).r_hash, 'hex');
  await lock(unpaid);
  assert.equal((await htlc.call('refund', [unpaid], { as: 'wallet_1' })).result.repr, '(err u102)');
  await network.mine(TIMEOUT);
  await htlc.call('refund', [unpaid], { as: 'wallet_1', expect: 'ok' });
  assert.equal(await sbtcOf(seller), mine);
  console.log('an invoice that nobody paid: the sBTC went back after the timeout');
} finally {
  await Promise.all(nodes.map((node) => node.close()));
  await network.close();
}

async function openChannel(from, to) {
  const { address } = await from.call('newaddress', 'p2tr');
  await network.fund(address, 10_000_000n);
  await network.mine(1);
  await until('the payment is confirmed', async () => (await from.call('walletbalance')).confirmed_balance === '10000000');
  // LND answers before its server for peers has started.
  await until('the nodes are connected', () => from.call('connect', to.address));
  await until('in sync', async () => (await from.call('getinfo')).synced_to_chain && (await to.call('getinfo')).synced_to_chain);
  await from.call('openchannel', to.key, '5000000');
  await network.mine(3);
  for (const node of [from, to]) {
    await until('the channel is active', async () => (await node.call('listchannels')).channels.some(({ active }) => active));
  }
}
