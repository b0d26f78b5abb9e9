import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import { startDeadline, type WaitOptions, wait } from '../../base/wait.js';
import { listWords } from '../../base/words.js';
import type { EpochStart } from '../../stacks/client.js';
import type { ChainTips, Engine, PoxLengths } from '../../stacks/engine.js';
import type { MineRequest, MineResult, MineTarget } from '../data.js';
import { cycleAt } from './cycle.js';
import { checkMine, MAX_BLOCKS } from './mine-request.js';

type KeyOf<T> = T extends unknown ? keyof T : never;
const TARGETS = Object.keys({ burnHeight: 0, stacksHeight: 0, cycle: 0, phase: 0, epoch: 0 } satisfies Record<KeyOf<MineTarget>, 0>);

/**
 * What is to be mined for a target; undefined when it is reached already. Bitcoin heights of a target are those that Stacks counts.
 * @param rules.epochs those of the node; only an epoch as target needs them
 * @throws DevnetError INVALID_INPUT
 */
export function blocksUntil(
  target: MineTarget,
  { bitcoin, stacks }: ChainTips,
  { fork, epochs, ...pox }: PoxLengths & Pick<Engine, 'fork'> & { epochs?: readonly EpochStart[] | undefined },
): MineRequest | undefined {
  const burnHeight = bitcoin.height + (fork?.bitcoinOffset ?? 0);
  const entries = isRecord(target) ? Object.entries(target).filter(([, value]) => value !== undefined) : [];
  const unknown = entries.find(([name]) => !TARGETS.includes(name));
  if (unknown !== undefined) throw unknownName(unknown[0], 'target of mineUntil', TARGETS, `The targets are ${listWords(TARGETS)}.`);
  if (entries.length !== 1) throw invalid('mineUntil', `exactly one of ${listWords(TARGETS)}`, target);
  if ('stacksHeight' in target) return some('stacks', whole('stacksHeight', target.stacksHeight) - stacks.height);
  if ('burnHeight' in target) return some('bitcoin', whole('burnHeight', target.burnHeight) - burnHeight);
  if ('cycle' in target) {
    const first = pox.firstBurnHeight + whole('cycle', target.cycle) * pox.rewardLength + 1;
    return some('bitcoin', first - burnHeight);
  }
  if ('epoch' in target) return some('bitcoin', startOf(target.epoch, epochs ?? [], burnHeight) - burnHeight);
  if (target.phase !== 'reward' && target.phase !== 'prepare') throw invalid('phase', 'reward or prepare', target.phase);
  const { phase, blocksLeft } = cycleAt(burnHeight, pox);
  return some('bitcoin', phase === target.phase ? 0 : blocksLeft);
}

/** Returns the Bitcoin height at which an epoch begins. @throws DevnetError INVALID_INPUT for one that the network does not reach */
function startOf(name: string, epochs: readonly EpochStart[], burnHeight: number): number {
  const reached = epochs.filter(({ start }) => start <= burnHeight + MAX_BLOCKS);
  const found = reached.find(({ epoch }) => epoch === name);
  if (found !== undefined) return found.start;
  const last = reached.at(-1);
  const known =
    last === undefined ? 'an epoch of the network' : `an epoch up to ${last.epoch}, which begins at Bitcoin height ${last.start}`;
  throw invalid('epoch', known, name, 'The option epochs of the network says which ones it crosses.');
}

export type BlockByBlock = {
  /** Mines one block. */
  mine(request: MineRequest): Promise<MineResult>;
  /** The default timeout of a wait for one block, in ms. */
  waitMs: number;
  closed: AbortSignal;
};

/**
 * Mines blocks one after another until all are there or the wait ends.
 * @returns the result of the last one, with the hashes of all @throws DevnetError TIMEOUT, ABORTED, and what `mine` throws
 */
export async function mineBlockByBlock(
  request: MineRequest,
  options: WaitOptions,
  { mine, waitMs, closed }: BlockByBlock,
): Promise<MineResult> {
  const { bitcoin, stacks = 0 } = checkMine(request);
  const [chain, count] = bitcoin === undefined ? (['stacks', stacks] as const) : (['bitcoin', bitcoin] as const);
  const hashes: string[] = [];
  let mined = 0;
  return wait({
    ...startDeadline(options, waitMs * count),
    closed,
    what: `${count} ${chain === 'bitcoin' ? 'Bitcoin' : 'Stacks'} block${count === 1 ? '' : 's'} to be mined`,
    details: () => ({ lastSeen: `${mined} of ${count} mined` }),
    begin({ resolve, reject }) {
      let isOver = false;
      const run = async (): Promise<void> => {
        while (!isOver) {
          const last = await mine(chain === 'bitcoin' ? { bitcoin: 1 } : { stacks: 1 });
          mined++;
          hashes.push(...last.bitcoin.hashes);
          if (mined === count) resolve({ ...last, bitcoin: { ...last.bitcoin, hashes } });
        }
      };
      run().catch(reject);
      return () => {
        isOver = true;
      };
    },
  });
}

function some(chain: 'bitcoin' | 'stacks', blocks: number): MineRequest | undefined {
  if (blocks <= 0) return undefined;
  return chain === 'bitcoin' ? { bitcoin: blocks } : { stacks: blocks };
}

function whole(field: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(field, 'a whole number', value);
  return value;
}
