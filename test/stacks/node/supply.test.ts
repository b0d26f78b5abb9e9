import { Cl } from '@stacks/transactions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from '#dist/stacks/node/chain/network.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const VAULT = `
  (define-public (keep (amount uint)) (stx-transfer? amount tx-sender (as-contract tx-sender)))
  (define-public (give (amount uint) (to principal)) (as-contract (stx-transfer? amount tx-sender to)))
  (define-public (burn (amount uint)) (stx-burn? amount tx-sender))
  (define-public (refuse (amount uint)) (begin (try! (stx-transfer? amount tx-sender (as-contract tx-sender))) (err u1)))`;
const CONTRACT = `${DEPLOYER.address}.vault`;
const USERS = [DEPLOYER, WALLET_1, WALLET_2];
const GENESIS = 3n * 100_000_000_000_000n;
const COINBASE = 1_000_000_000n;
/** What the helpers pay for a call and for a deploy, in micro-STX. */
const [FEE, DEPLOY_FEE] = [10_000n, 50_000n];

type Step =
  | { type: 'transfer'; from: number; to: number; amount: bigint }
  | { type: 'call'; from: number; fn: 'keep' | 'give' | 'burn' | 'refuse'; amount: bigint }
  | { type: 'mine' }
  | { type: 'bitcoin'; blocks: number }
  | { type: 'reorg'; depth: number };

const user = fc.nat(USERS.length - 1);
const amount = fc.bigInt({ min: 1n, max: 40_000_000_000_000n });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('transfer' as const), from: user, to: user, amount }),
  fc.record({ type: fc.constant('call' as const), from: user, fn: fc.constantFrom('keep', 'give', 'burn', 'refuse'), amount }),
  fc.record({ type: fc.constant('mine' as const) }),
  fc.record({ type: fc.constant('bitcoin' as const), blocks: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ type: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 4 }) }),
);

test('behavior: no STX comes or goes but by coinbases and burns, whatever is sent and whatever Bitcoin takes back', {
  timeout: 120_000,
}, async () => {
  await using node = await startTestNode({ mining: 'manual' });
  await deploy(node.url, DEPLOYER, { name: 'vault', source: VAULT, nonce: 0n });
  await node.mine();
  const begin = await node.snapshot();
  let branch = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    await node.restore(begin);
    let height = BOOT_HEIGHT;
    const hashes = new Map([[height, 0]]);
    const advance = async () => {
      await node.burnBlock(burnBlock(height + 1, branch, hashes.get(height) ?? 0));
      hashes.set(++height, branch);
    };
    for (const one of steps) {
      if (one.type === 'mine') await node.mine();
      else if (one.type === 'bitcoin') for (let i = 0; i < one.blocks; i++) await advance();
      else if (one.type === 'reorg') {
        const depth = Math.min(one.depth, height - BOOT_HEIGHT);
        await node.burnReorg(height - depth);
        height -= depth;
        branch++;
        for (let i = 0; i <= depth; i++) await advance();
      } else await send(one).catch(refused);
    }
    await node.mine();
    const principals = [...USERS.map(({ address }) => address), CONTRACT, networkOf().producerAddress];
    const balances = await Promise.all(principals.map(balance));
    const matured = BigInt(Math.max(0, node.tip().burnHeight - BOOT_HEIGHT - 99));
    // Fees belong to the miner when the coinbase of their tenure matures.
    const earned = (balances.at(-1) ?? 0n) - matured * COINBASE;
    const held = balances.reduce((sum, each) => sum + each, 0n) + (await paidFees()) - earned;
    const burned = GENESIS + matured * COINBASE - held;
    const liquid = (await pox()) - (begun - GENESIS);
    expect(liquid).toBe(held);
    expect(burned).toBeGreaterThanOrEqual(0n);
    if (!steps.some((one) => one.type === 'call' && one.fn === 'burn')) expect(burned).toBe(0n);
  });
  const begun = await pox();
  await fc.assert(property, { numRuns: 6, seed: 1 });

  async function send(one: Extract<Step, { from: number }>): Promise<void> {
    const from = USERS[one.from] ?? DEPLOYER;
    const to = USERS[one.type === 'transfer' ? one.to : 0] ?? DEPLOYER;
    const waiting = await nextNonce(from.address);
    if (one.type === 'transfer') await transfer(node.url, from, { recipient: to.address, amount: one.amount, fee: FEE, nonce: waiting });
    else {
      const args = one.fn === 'give' ? [Cl.uint(one.amount), Cl.principal(WALLET_1.address)] : [Cl.uint(one.amount)];
      await call(node.url, from, { contract: CONTRACT, fn: one.fn, args, nonce: waiting });
    }
  }

  async function nextNonce(principal: string): Promise<bigint> {
    return BigInt((await account(principal)).nonce);
  }

  async function account(principal: string): Promise<{ balance: string; locked: string; nonce: number }> {
    return (await fetch(`${node.url}/v2/accounts/${principal}?proof=0`)).json() as Promise<{
      balance: string;
      locked: string;
      nonce: number;
    }>;
  }

  /** Each transaction pays the same, but the deploy that all runs begin after. */
  async function paidFees(): Promise<bigint> {
    const nonces = await Promise.all(USERS.map(async ({ address }) => BigInt((await account(address)).nonce)));
    return DEPLOY_FEE + FEE * (nonces.reduce((sum, each) => sum + each, 0n) - 1n);
  }

  async function balance(principal: string): Promise<bigint> {
    const found = await account(principal);
    return BigInt(found.balance) + BigInt(found.locked);
  }

  async function pox(): Promise<bigint> {
    const text = await (await fetch(`${node.url}/v2/pox`)).text();
    return BigInt(/"total_liquid_supply_ustx":(\d+)/.exec(text)?.[1] ?? 0);
  }
});

/** What the mempool does not take (to oneself, not covered) changes nothing. */
function refused(error: unknown): void {
  expect(String(error)).toContain('transaction rejected');
}
