import type { MiningModes } from '../../stacks/mining-mode.js';
import type { MineRequest } from '../data.js';
import { mineAnswer, miningAnswer } from '../devnet/answers/mining.js';
import { type Codec, json, object, optional } from './codec.js';
import { manyBlocks, miningMode } from './fields.js';
import { operation } from './operation.js';

const mined = json(mineAnswer);
const modes = json(miningAnswer);
const blocks = optional(manyBlocks);

const request = object({ bitcoin: blocks, stacks: blocks }, 'a JSON object with exactly one of "bitcoin" and "stacks"', {
  minProperties: 1,
  maxProperties: 1,
}) as Codec<MineRequest>;

const changed = object({ bitcoin: optional(miningMode), stacks: optional(miningMode) }, 'a JSON object with "bitcoin", "stacks" or both', {
  minProperties: 1,
}) as Codec<Partial<MiningModes>>;

/** The words behind `mine` for a request. */
function wordsOf({ request }: Readonly<Record<string, unknown>>): string[] {
  const { bitcoin = 1, stacks } = request as { bitcoin?: number; stacks?: number };
  const count = stacks ?? bitcoin;
  return [...(count === 1 ? [] : [`${count}`]), ...(stacks === undefined ? [] : ['--stacks'])];
}

export const mining = {
  /**
   * Mines blocks of one chain; resolves when both nodes have them. `mineUntil` mines until a height, a reward cycle, a phase or an epoch.
   * @throws DevnetError INVALID_INPUT, UNSUPPORTED where the engine cannot, TIMEOUT if real nodes take too long
   * @example
   * const { bitcoin } = await devnet.mine({ bitcoin: 6 });
   */
  mine: operation({
    summary: 'Mine blocks on one chain',
    effect: 'changes',
    input: { request },
    positional: ['request'],
    output: mined,
    errors: ['BUSY', 'TIMEOUT', 'UNSUPPORTED'],
    http: { method: 'POST', path: '/mine', body: 'request' },
    cli: { command: 'mine', byHand: true, words: wordsOf },
    tool: 'mine',
    run: (network, request) => network.mining.mine(request),
  }),
  /**
   * Sets the modes given; resolves once they are effective. A switch to `auto` mines pending transactions.
   * @returns the modes of both chains @throws DevnetError INVALID_INPUT, UNSUPPORTED where the engine cannot
   * @example
   * await devnet.setMining({ stacks: 'manual' });
   * await devnet.stacks.mine();
   */
  setMining: operation({
    summary: 'Set when blocks are mined, on the chains given',
    effect: 'changes',
    input: { modes: changed },
    positional: ['modes'],
    output: modes,
    errors: ['BUSY', 'TIMEOUT', 'UNSUPPORTED'],
    http: { method: 'PUT', path: '/mining', body: 'modes' },
    run: (network, modes) => network.mining.setMining(modes),
  }),
};
