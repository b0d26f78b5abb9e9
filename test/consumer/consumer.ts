// A TypeScript project that uses every entry of the package. `scripts/ci/consumer.sh` compiles it against the packed types.
import {
  clarity,
  connectDevnet,
  type DevnetConfig,
  DevnetError,
  defineConfig,
  fundedAccount,
  resolveConfig,
  startDevnet,
} from 'stacks-devnet';
import { createBitcoinNode } from 'stacks-devnet/bitcoin-node';
import { type ClarityReceipt, type ClarityState, createClarityVm } from 'stacks-devnet/clarity';
import { bootContracts } from 'stacks-devnet/clarity/boot-contracts';
import { type RunningPool, startPool } from 'stacks-devnet/cluster';
import DevnetEnvironment from 'stacks-devnet/jest';
import { useDevnet as useDevnetInNodeTest } from 'stacks-devnet/node-test';
import { checkChain, createCommand, createCommands, type Session } from 'stacks-devnet/property';
import { initSimnet } from 'stacks-devnet/simnet';
import 'stacks-devnet/simnet/register';
import { useDevnet } from 'stacks-devnet/vitest';
import { devnetSetup } from 'stacks-devnet/vitest/setup';
import { createWallet, type WalletRequest } from 'stacks-devnet/wallet';

export const config: DevnetConfig = defineConfig({ engine: 'embedded', faucet: { btc: { amount: 50_000n } } });
export const setup = devnetSetup({ mining: { bitcoin: 'manual' } });
export class Environment extends DevnetEnvironment {}

export async function payments(): Promise<string[]> {
  await using devnet = await startDevnet(await resolveConfig({ env: process.env }));
  const { wallet_1: wallet } = devnet.accounts;
  if (wallet === undefined) throw new Error('no wallet_1');
  const paid = await devnet.faucet.stx(wallet.stx.address, { amount: 1_000_000n });
  const receipt = await devnet.stacks.waitForTx(paid.txId);
  const status: 'success' | 'abort_by_response' | 'abort_by_post_condition' = receipt.status;
  const { hashes } = (await devnet.bitcoin.mine(2)).bitcoin ?? {};
  const alice = await fundedAccount(devnet, { stx: 5n });
  return [status, ...(hashes ?? []), alice.btc.address];
}

export async function connected(url: string): Promise<string> {
  try {
    await using devnet = await connectDevnet(url);
    return (await devnet.status()).epoch;
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'NOT_REACHABLE') return 'none';
    throw error;
  }
}

export async function contracts(url: string): Promise<bigint> {
  await using devnet = await connectDevnet(url);
  const { contract } = await devnet.stacks.deploy({ name: 'counter', source: '(define-data-var n uint u0)', as: 'deployer' });
  const counter = devnet.contract('counter');
  const receipt = await counter.call<bigint, string>('add', [clarity('u1')], { as: devnet.accounts.wallet_1, postConditionMode: 'deny' });
  const txid: string = await counter.call('add', { n: 1n }, { as: 'wallet_1', wait: false });
  await devnet.stacks.transfer({ to: contract, amount: 1n, as: 'wallet_1', memo: txid.slice(0, 10) });
  return receipt.status === 'success' ? receipt.value.ok : devnet.contract(contract).read<bigint>('get');
}

export async function bitcoinAlone(): Promise<string[]> {
  await using node = createBitcoinNode();
  return node.mine(101, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
}

export async function inTests(): Promise<bigint[]> {
  const [vitest, nodeTest] = [useDevnet({ restore: true }), useDevnetInNodeTest({ own: { epoch: '3.3' } })];
  const accounts = [await vitest.account(), await nodeTest.account({ stx: 1n })];
  return accounts.map(({ stx }) => BigInt(stx.address.length));
}

export function deployed(contract: string, source: string): [ClarityReceipt['status'], bigint, ClarityState] {
  const vm = createClarityVm({ contracts: bootContracts({ rewardLength: 20 }) });
  const { status, cost, interface: described } = vm.deploy({ contract, source });
  const names: string[] = described?.functions.map(({ name }) => name) ?? [];
  return [status, BigInt(cost.runtime + names.length), vm.state];
}

export async function pool(): Promise<RunningPool> {
  return startPool(await resolveConfig({ env: process.env }), { size: 2, quota: (team) => (team === 'web' ? 2 : 1) });
}

export async function requested(url: string): Promise<readonly WalletRequest[]> {
  await using wallet = createWallet(await connectDevnet(url), { account: 'wallet_2', policy: { fee: 5_000n } });
  wallet.once({ decision: 'reject' });
  return wallet.requests;
}

export async function simnetAccounts(): Promise<string[]> {
  return [...(await initSimnet('./Clarinet.toml')).getAccounts().keys()];
}

export async function properties(): Promise<void> {
  await using devnet = await startDevnet();
  const on = await createCommands(devnet);
  const named = on.any().map(({ text }) => createCommand(text, async ({ app }: Session<{ count: number }>) => void app.count++));
  const invariants = { expression: '(is-eq u1 u1)', count: ({ app, steps }: Session<{ count: number }>) => app.count === steps.length };
  await checkChain(devnet, { commands: named, invariants, setup: () => ({ count: 0 }) }, { seed: 1, numRuns: 2 });
}
