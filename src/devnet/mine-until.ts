import type { ChainTips, Engine, PoxLengths } from '../engines/engine.js';
import { invalid } from '../error.js';
import { isRecord } from '../json.js';
import { cycleAt } from './cycle.js';
import type { MineRequest, MineTarget } from './types.js';

/**
 * What is to be mined for a target; undefined when it is reached already. Bitcoin heights of a target are those that Stacks counts.
 * @throws DevnetError INVALID_INPUT
 */
export function blocksUntil(
  target: MineTarget,
  { bitcoin, stacks }: ChainTips,
  { fork, ...pox }: PoxLengths & Pick<Engine, 'fork'>,
): MineRequest | undefined {
  const burnHeight = bitcoin.height + (fork?.bitcoinOffset ?? 0);
  const entries = isRecord(target) ? Object.entries(target).filter(([, value]) => value !== undefined) : [];
  if (entries.length !== 1) throw invalid('mineUntil', 'exactly one of burnHeight, stacksHeight, cycle and phase', target);
  if ('stacksHeight' in target) return some('stacks', whole('stacksHeight', target.stacksHeight) - stacks.height);
  if ('burnHeight' in target) return some('bitcoin', whole('burnHeight', target.burnHeight) - burnHeight);
  if ('cycle' in target) {
    const first = pox.firstBurnHeight + whole('cycle', target.cycle) * pox.rewardLength + 1;
    return some('bitcoin', first - burnHeight);
  }
  if (target.phase !== 'reward' && target.phase !== 'prepare') throw invalid('phase', 'reward or prepare', target.phase);
  const { phase, blocksLeft } = cycleAt(burnHeight, pox);
  return some('bitcoin', phase === target.phase ? 0 : blocksLeft);
}

function some(chain: 'bitcoin' | 'stacks', blocks: number): MineRequest | undefined {
  if (blocks <= 0) return undefined;
  return chain === 'bitcoin' ? { bitcoin: blocks } : { stacks: blocks };
}

function whole(field: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(field, 'a whole number', value);
  return value;
}
