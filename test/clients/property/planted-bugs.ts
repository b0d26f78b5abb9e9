import { broadcastTransaction, Cl, makeContractCall, Pc } from '@stacks/transactions';
import fc from 'fast-check';
import { type ChainProperty, type Commands, createCommand, type Session } from 'stacks-devnet/property';
import type { CallReceipt } from '#dist/network/devnet/contract/types.js';
import type { Devnet } from '#dist/network/types.js';

/** A bug in a contract of test/fixtures/property, or in the application beside it, and what finds it. */
export type PlantedBug = { bug: string; contract: string; property: (on: Commands, devnet: Devnet) => ChainProperty<never> };

const few = fc.bigInt(1n, 1_000n);

/** Mints for each payment to the vault that a block has. */
type Relayer = { paid: Map<string, bigint>; poll(): Promise<void>; [Symbol.dispose](): void };

function createRelayer(devnet: Devnet): Relayer {
  const paid = new Map<string, bigint>();
  const blocks: { hash: string; txid: string }[] = [];
  const stop = devnet.subscribe((event) => {
    if (event.type !== 'bitcoin.block') return;
    for (const txid of event.txids) if (paid.has(txid)) blocks.push({ hash: event.hash, txid });
  });
  return {
    paid,
    async poll() {
      for (const { hash, txid } of blocks.splice(0)) {
        const args = [`0x${hash}`, `0x${txid}`, paid.get(txid), devnet.accounts.wallet_1.stx.address];
        await devnet.contract('relayed').call('mint', args, { as: 'deployer', wait: false });
        await devnet.stacks.mine();
      }
    },
    [Symbol.dispose]: stop,
  };
}

/** Publishes the price once for each Bitcoin height. */
type Keeper = { publish(): Promise<void> };

function createKeeper(devnet: Devnet): Keeper {
  let last = 0;
  return {
    async publish() {
      const { height } = (await devnet.status()).bitcoin;
      if (height <= last) return;
      last = height;
      await devnet.contract('oracle').call('publish', [BigInt(height)], { as: 'deployer', wait: false });
      await devnet.stacks.mine();
    },
  };
}

/** Counts its nonces itself. */
type Cashier = { sent: number; pay(): Promise<void> };

function createCashier(devnet: Devnet): Cashier {
  const { deployer, wallet_3 } = devnet.accounts;
  const { network } = devnet;
  const cashier: Cashier = {
    sent: 0,
    async pay() {
      const nonce = BigInt(cashier.sent++);
      const call = {
        contractAddress: deployer.stx.address,
        contractName: 'payroll',
        functionName: 'pay',
        functionArgs: [Cl.uint(cashier.sent)],
      };
      const transaction = await makeContractCall({ ...call, senderKey: wallet_3.privateKey, nonce, fee: 3_000n, network });
      const answer = await broadcastTransaction({ transaction, network });
      if ('error' in answer) throw new Error(answer.error);
      await devnet.stacks.mine();
    },
  };
  return cashier;
}

function bug<App>(name: string, contract: string, property: (on: Commands, devnet: Devnet) => ChainProperty<App>): PlantedBug {
  return { bug: name, contract, property: property as PlantedBug['property'] };
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug<Relayer>('a double mint after a reorganisation', 'relayed', (on, { sbtc }) => {
    const pay = few.map((amount) =>
      createCommand(`pay ${amount} to the vault`, async ({ devnet, app }: Session<Relayer>) => {
        const { txId } = await devnet.faucet.btc(sbtc.signersAddress, { amount: amount + 10_000n, wait: false });
        app.paid.set(txId, amount);
        await devnet.bitcoin.mine();
      }),
    );
    const relay = fc.constant(createCommand('relay', ({ app }: Session<Relayer>) => app.poll()));
    return {
      commands: fc.oneof(pay, relay, on.mine(), on.reorg()),
      setup: createRelayer,
      invariants: {
        'no more coins than payments': async ({ devnet, app }) => {
          const supply = await devnet.contract('relayed').read<bigint>('supply');
          return supply <= [...app.paid.values()].reduce((sum, amount) => sum + amount, 0n);
        },
      },
    };
  }),
  bug('a lost withdrawal', 'vault', (on) => ({
    commands: fc.oneof(on.call('vault', undefined, { args: { amount: fc.bigInt(1n, 20n) }, as: ['wallet_1', 'wallet_2'] }), on.mine()),
    invariants: { 'what is locked is requested': '(contract-call? .vault is-complete)' },
  })),
  bug('a wrong rounding in a pool', 'pool', (on) => ({
    commands: fc.oneof(on.call('pool'), on.mine()),
    invariants: { 'shares keep their value': '(contract-call? .pool keeps-value)' },
  })),
  bug('a post-condition that misses a token', 'shop', (on, { accounts }) => ({
    commands: fc.oneof(
      on.call('shop', 'review'),
      on.call('shop', 'buy', {
        args: { price: fc.bigInt(1n, 1_000n) },
        postConditions: ({ price }, { stx }) => [
          Pc.principal(stx.address)
            .willSendLte(price as bigint)
            .ustx(),
        ],
        postConditionMode: 'allow',
      }),
      on.transfer(),
    ),
    invariants: Object.fromEntries(
      (['wallet_1', 'wallet_2', 'wallet_3'] as const).map((name) => [
        `${name} keeps its points`,
        `(contract-call? .shop keeps-points '${accounts[name].stx.address})`,
      ]),
    ),
  })),
  bug<Keeper>('a stale oracle after a restore', 'oracle', (on) => {
    const publish = createCommand('publish', ({ app }: Session<Keeper>) => app.publish());
    return {
      commands: fc.oneof(fc.constant(publish), on.mine(), on.restore()),
      setup: createKeeper,
      invariants: {
        'the price is that of this Bitcoin block': async ({ devnet, steps }) =>
          steps.at(-1)?.command !== publish || (await devnet.contract('oracle').read<bigint>('age')) === 0n,
      },
    };
  }),
  bug('a deadline in Stacks blocks', 'orders', (on) => ({
    commands: fc.oneof(on.call('orders'), on.mine(), on.fault()),
    invariants: { 'no order expires in its Bitcoin block': '(contract-call? .orders keeps-orders)' },
  })),
  bug('a queue that fails at runtime when it is full', 'queue', (on) => ({
    commands: fc.oneof({ weight: 3, arbitrary: on.call('queue', 'join') }, on.call('queue', 'leave'), on.mine()),
    invariants: {
      'no call fails at runtime': ({ steps }) => {
        const receipt = steps.at(-1)?.receipt as CallReceipt | undefined;
        return receipt?.status !== 'abort_by_response' || receipt.value !== undefined;
      },
    },
  })),
  bug<Cashier>('a client that waits for a lost transaction', 'payroll', (on) => {
    const pay = fc.constant(createCommand('pay', ({ app }: Session<Cashier>) => app.pay()));
    const mine = createCommand('mine', async ({ devnet }: Session<Cashier>) => {
      await devnet.bitcoin.mine(5);
    });
    return {
      commands: fc.oneof(pay, fc.constant(mine), on.fault()),
      setup: createCashier,
      invariants: {
        'the last payment is paid five blocks later': async ({ devnet, app, steps }) => {
          if (steps.at(-1)?.command !== mine || app.sent < 2) return true;
          return (await devnet.contract('payroll').read<bigint>('get-paid')) === BigInt(app.sent);
        },
      },
    };
  }),
];
