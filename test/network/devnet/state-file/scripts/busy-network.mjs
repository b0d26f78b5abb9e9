// A network with a state file that is busy until it is killed. It prints a line of JSON for each state that a user has seen.
import { startDevnet } from 'stacks-devnet';

const [dir, state, seedText] = process.argv.slice(2);
let seed = Number(seedText);
/** Returns a whole number below a limit. */
const below = (limit) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * limit);
};
const COUNTER = `(define-data-var total uint u0)
(define-public (add (step uint)) (ok (var-set total (+ (var-get total) step))))
(define-read-only (get-total) (var-get total))`;

const warnings = [];
const devnet = await startDevnet({
  ...{ state, gateway: false, cache: { dir } },
  mining: { bitcoin: 'manual', stacks: 'auto' },
  onWarning: (warning) => warnings.push(warning),
});

async function seen(what, txids = []) {
  const { bitcoin, stacks } = await devnet.status();
  const total = await devnet.contract('counter').read('get-total');
  const place = { bitcoin: [bitcoin.height, bitcoin.hash], stacks: [stacks.height, stacks.hash], total: String(total) };
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ what, processor: (user + system) / 1000, ...place, txids })}\n`);
}

const isNew = await devnet
  .contract('counter')
  .read('get-total')
  .then(
    () => false,
    () => true,
  );
if (isNew) await devnet.stacks.deploy({ name: 'counter', source: COUNTER, as: 'deployer' });
process.stdout.write(`${JSON.stringify({ warnings })}\n`);
await seen('start');
const { address } = devnet.accounts.wallet_2.stx;
for (;;) {
  const txids = [];
  const what = ['calls', 'calls', 'calls', 'faucets', 'faucets', 'blocks', 'snapshot', 'reorg', 'burst'][below(9)];
  if (what === 'calls') txids.push((await devnet.contract('counter').call('add', [1n], { as: `wallet_${3 + below(3)}` })).txid);
  if (what === 'faucets') {
    txids.push((await devnet.faucet.stx(address)).txId);
    await devnet.faucet.btc(devnet.accounts.wallet_2.btc.address, { wait: false });
    await devnet.bitcoin.mine();
  }
  if (what === 'blocks') await devnet.bitcoin.mine(1 + below(3));
  if (what === 'snapshot') {
    const id = await devnet.snapshot();
    await devnet.contract('counter').call('add', [100n], { as: 'wallet_6' });
    await devnet.bitcoin.mine();
    await devnet.restore(id);
    await devnet.deleteSnapshot(id);
  }
  if (what === 'reorg') await devnet.chaos.reorg({ blocks: 1 + below(2) });
  if (what === 'burst') {
    const calls = Array.from({ length: 20 }, () => devnet.contract('counter').call('add', [1n], { as: `wallet_${3 + below(3)}` }));
    await Promise.all(calls);
  }
  await seen(what, txids);
}
