// Run by a test in a process of its own, whose exit status shows whether a promise stays pending. JavaScript, to start without a compiler.
// Starts networks, makes calls of many kinds, and closes each network at a random moment.
import { startDevnet } from 'stacks-devnet';

const [dir = '', rounds = '1', seed = '1'] = process.argv.slice(2);
let state = Number(seed);
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};
const threads = new Set();
process.on('worker', (worker) => {
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
});
const problems = [];
const counts = {};
const source =
  '(define-data-var n uint u0) (define-public (add) (ok (var-set n (+ (var-get n) u1)))) (define-read-only (current) (var-get n))';
// What a call may say before the network has closed: another call restored a snapshot, copies it or changes modes at the same time.
const BEFORE = ['ROLLED_BACK', 'BUSY', 'NOT_FOUND', 'TIMEOUT'];

for (let round = 0; round < Number(rounds); round++) {
  const devnet = await startDevnet({ gateway: random() < 0.5, cache: { dir, enabled: true } });
  const { deployer, wallet_1, wallet_2 } = devnet.accounts;
  const contract = `${deployer.stx.address}.counter`;
  const { status } = await devnet.stacks.deploy({ name: 'counter', source, as: 'deployer' });
  if (status !== 'success') throw new Error(status);
  const id = await devnet.snapshot();
  const calls = {
    'faucet.stx': () => devnet.faucet.stx(wallet_1.stx.address),
    'faucet.btc': () => devnet.faucet.btc(wallet_1.btc.address),
    'faucet.sbtc': () => devnet.faucet.sbtc(wallet_1.stx.address),
    'contract.call': () => devnet.contract('counter').call('add', [], { as: 'wallet_3' }),
    'contract.read': () => devnet.contract('counter').read('current'),
    'contract.variable': () => devnet.contract('counter').variable('n'),
    deploy: () => devnet.stacks.deploy({ name: `c${Math.floor(random() * 1e9)}`, source, as: 'wallet_4' }),
    transfer: () => devnet.stacks.transfer({ to: wallet_2.stx.address, amount: 5n, as: 'wallet_5' }),
    'mine bitcoin': () => devnet.mine({ bitcoin: 3 }),
    'mine stacks': () => devnet.stacks.mine(),
    mineUntil: () => devnet.mineUntil({ phase: 'prepare' }),
    'wait for Stacks': () => devnet.stacks.waitForTx('11'.repeat(32)),
    'wait for an anchor': () => devnet.stacks.waitForAnchor('11'.repeat(32)),
    'wait for Bitcoin': () => devnet.bitcoin.waitForTx('11'.repeat(32)),
    restore: () => devnet.restore(id),
    snapshot: () => devnet.snapshot(),
    status: () => devnet.status(),
    balances: () => devnet.balances(),
    costs: () => devnet.costs(),
    deposit: () => devnet.sbtc.deposit({ recipient: wallet_1.stx.address, amount: 100_000n }),
    withdraw: () => devnet.sbtc.withdraw({ account: wallet_1, amount: 10_000n, address: wallet_2.btc.address }),
    'wait for a deposit': () => devnet.sbtc.waitForDeposit({ txid: '22'.repeat(32) }),
    'wait for a withdrawal': () => devnet.sbtc.waitForWithdrawal(77n),
    setMining: () => devnet.setMining({ stacks: random() < 0.5 ? 'manual' : 'auto' }),
    simulate: () => devnet.simulate({ sender: deployer.stx.address, contract, function: 'current', args: [] }),
    reorg: () => devnet.chaos.reorg({ blocks: 1 }),
    state: () => devnet.state.setStxBalance(wallet_2.stx.address, 5n),
    clone: async () => (await devnet.clone({ ports: false })).close(),
  };
  const names = Object.keys(calls);
  const pending = new Set();
  let phase = 'open';
  const make = () => {
    const name = names[Math.floor(random() * names.length)];
    const began = phase;
    const call = calls[name]().then(
      () => {
        if (phase === 'closed') problems.push(`round ${round}: ${name} resolved after the end`);
        return 'resolved';
      },
      ({ code, message }) => {
        const isRight = code === 'NOT_READY' ? phase !== 'open' : phase !== 'closed' && BEFORE.includes(code);
        if (!isRight) problems.push(`round ${round}: ${name}, made while ${began}, rejected while ${phase}: ${code} ${message}`);
        return code;
      },
    );
    pending.add(name);
    call.then((outcome) => {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      pending.delete(name);
    });
    return call;
  };
  const begun = Array.from({ length: 3 + Math.floor(random() * 20) }, make);
  // Requests of other programs have no such errors, but end as well.
  const requests = ['/v2/info', `/v2/accounts/${wallet_1.stx.address}`].map((path) =>
    fetch(`${devnet.urls.stacks}${path}`).catch(() => undefined),
  );
  await new Promise((resolve) => setTimeout(resolve, random() < 0.3 ? 0 : random() * 250));
  begun.push(make(), make());
  phase = 'closing';
  const closing = devnet.close();
  begun.push(make(), make());
  await closing;
  phase = 'closed';
  begun.push(make(), make());
  await new Promise(setImmediate);
  if (pending.size > 0) problems.push(`round ${round}: pending after close(): ${[...pending].join(', ')}`);
  await Promise.all([...begun, ...requests]);
  if (threads.size > 0) problems.push(`round ${round}: close() left ${threads.size} threads`);
}
process.stdout.write(JSON.stringify({ problems, counts }));
