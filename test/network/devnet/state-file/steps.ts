import type { Devnet } from '#dist/network/types.js';
import { account } from '../../../devnet.js';
import { bitcoinRpc } from './kept-state.js';

const COUNTER = `(define-data-var total uint u0)
(define-map counts principal uint)
(define-public (add (step uint))
  (begin
    (var-set total (+ (var-get total) step))
    (print {total: (var-get total)})
    (ok (map-set counts tx-sender (+ step (default-to u0 (map-get? counts tx-sender)))))))`;

/** What a network can do, by name: in the order of a day, and each on its own. */
export const STEPS: Readonly<Record<string, (devnet: Devnet) => Promise<unknown>>> = {
  deploy: (devnet) => devnet.stacks.deploy({ name: 'counter', source: COUNTER, as: 'deployer', wait: false }),
  'a Bitcoin block': (devnet) => devnet.bitcoin.mine(),
  call: (devnet) => devnet.contract('counter').call('add', [3n], { as: 'wallet_1', wait: false }),
  'a faucet of BTC': (devnet) => devnet.faucet.btc(account(devnet, 'wallet_2').btc.address, { wait: false }),
  'a faucet of STX': (devnet) => devnet.faucet.stx(account(devnet, 'wallet_2').stx.address, { wait: false }),
  'a Stacks block': (devnet) => devnet.stacks.mine(),
  'a wallet of Bitcoin': (devnet) => bitcoinRpc(devnet, 'createwallet', 'savings'),
  'an address': (devnet) => bitcoinRpc(devnet, 'getnewaddress'),
  'a payment to a wallet': async (devnet) => devnet.faucet.btc((await bitcoinRpc(devnet, 'getnewaddress')) as string, { wait: false }),
  'two Bitcoin blocks': (devnet) => devnet.bitcoin.mine(2),
  'a fee that is raised': async (devnet) => {
    const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_3').btc.address, { wait: false });
    return bitcoinRpc(devnet, 'prioritisetransaction', txId, 0, 500);
  },
  'a reorganisation': (devnet) => devnet.chaos.reorg({ blocks: 2 }),
  'a reorganisation without transactions': (devnet) => devnet.chaos.reorg({ blocks: 3, without: 'all' }),
  'a block that is invalid': async (devnet) => bitcoinRpc(devnet, 'invalidateblock', await bitcoinRpc(devnet, 'getbestblockhash')),
  'another block': (devnet) => devnet.bitcoin.mine(),
  'invalid blocks again': async (devnet) => {
    const tips = (await bitcoinRpc(devnet, 'getchaintips')) as { status: string; hash: string }[];
    for (const { hash } of tips.filter(({ status }) => status === 'invalid')) await bitcoinRpc(devnet, 'reconsiderblock', hash);
  },
  'a header without a block': async (devnet) => {
    const hash = await bitcoinRpc(devnet, 'getbestblockhash');
    return bitcoinRpc(devnet, 'submitheader', headerAfter(String(hash))).catch(() => undefined);
  },
  'a balance': (devnet) => devnet.state.setStxBalance(account(devnet, 'wallet_4').stx.address, 5_000_000n),
  'a time': (devnet) => devnet.state.setNextBlockTime(new Date('2038-01-01')),
  'a block at that time': (devnet) => devnet.bitcoin.mine(),
  'mock time': (devnet) => bitcoinRpc(devnet, 'setmocktime', 2_200_000_000),
  'an account without signatures': (devnet) => devnet.impersonate(account(devnet, 'wallet_8').stx.address),
  'modes of mining': async (devnet) => {
    await devnet.setMining({ stacks: 'auto' });
    await devnet.setMining({ stacks: 'manual', bitcoin: { intervalMs: 60_000 } });
  },
  'a deposit of sBTC': (devnet) =>
    devnet.sbtc.deposit({ recipient: account(devnet, 'wallet_1').stx.address, amount: 100_000n, wait: false }),
  'a step of the bridge': (devnet) => devnet.sbtc.step(),
  'blocks without a tenure': async (devnet) => {
    await devnet.chaos.noCommits({ blocks: 2 });
    await devnet.bitcoin.mine();
  },
  'a tenure': (devnet) => devnet.bitcoin.mine(2),
  'a snapshot': async (devnet) => {
    await devnet.snapshot('then');
    await devnet.stacks.transfer({ to: 'wallet_2', amount: 5n, as: 'wallet_3', wait: false });
    await devnet.bitcoin.mine(2);
  },
  'a restore': async (devnet) => devnet.restore((await devnet.snapshots())[0]?.id ?? ''),
  'a load': async (devnet) => {
    const state = await devnet.dumpState();
    await devnet.bitcoin.mine(2);
    await devnet.loadState(state);
  },
  'the wallet leaves': (devnet) => bitcoinRpc(devnet, 'unloadwallet', 'savings'),
};

/** A header on top of a block, with the least work. */
function headerAfter(hash: string): string {
  return `00000020${Buffer.from(hash, 'hex').reverse().toString('hex')}${'00'.repeat(32)}ffffff7fffff7f2000000000`;
}
