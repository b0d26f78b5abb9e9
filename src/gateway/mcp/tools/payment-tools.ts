import { invalid } from '../../../base/error.js';
import type { FaucetCoin, FaucetPayment, MineRequest, MineTarget } from '../../../network/data.js';
import { recipientOf } from '../../../network/devnet.js';
import { callOperation } from '../operations.js';
import { argumentsOf, count, defineTool, text } from '../tool.js';

type Mine = { bitcoin?: number; stacks?: number; until?: Record<string, unknown> };

/** Pays from the faucets, and mines. */
export const paymentTools = [
  defineTool<{ coin: FaucetCoin; to: string; amount?: string }>({
    name: 'fund',
    description: 'Pay from the faucet and wait for the block.',
    kind: 'changes',
    input: argumentsOf(
      {
        coin: { enum: ['btc', 'stx', 'sbtc'], description: 'btc, stx or sbtc' },
        to: text('address, contract or name of an account'),
        amount: text('base units such as 1500000, or with a unit such as 1.5STX; default: 1BTC, 500STX or 0.01sBTC'),
      },
      ['coin', 'to'],
    ),
    async run({ coin, to, amount }, network) {
      const { devnet } = await network.use();
      const chain = coin === 'btc' ? 'btc' : 'stx';
      const address = recipientOf(to, devnet.accounts, { chain, field: 'to', expected: 'an address' });
      const { txId, amount: paid, block } = await callOperation<FaucetPayment>(devnet, `faucet.${coin}`, { address, amount });
      return { txId, to: address, amount: paid, block };
    },
  }),
  defineTool<Mine>({
    name: 'mine',
    description:
      'Mine blocks now: Bitcoin blocks with the Stacks tenures that follow, Stacks blocks, or up to a target. Give one of the three.',
    kind: 'changes',
    input: argumentsOf({
      bitcoin: count('Bitcoin blocks'),
      stacks: count('Stacks blocks'),
      until: {
        type: 'object',
        description: 'one of {burnHeight}, {stacksHeight}, {cycle}, {phase: reward|prepare}, {epoch}',
      },
    }),
    async run({ until, ...blocks }, network) {
      const { devnet } = await network.use();
      const given = [...Object.keys(blocks), ...(until === undefined ? [] : ['until'])];
      if (given.length !== 1) throw invalid('arguments', 'one of bitcoin, stacks and until', given.join(', '));
      return until === undefined ? devnet.mine(blocks as MineRequest) : devnet.mineUntil(until as MineTarget);
    },
  }),
];
