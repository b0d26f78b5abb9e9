import { invalid } from '../../base/error.js';
import { kebab } from '../../base/words.js';
import type { GatewayClient } from '../../network/connected.js';
import type { MineTarget } from '../../network/data.js';
import { mining } from '../../network/operations.js';
import type { Devnet } from '../../network/types.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';

export type MineFlags = Readonly<Partial<Record<keyof typeof TARGETS, string>>> & { stacks?: boolean | undefined };

const TARGETS = { untilHeight: 'burnHeight', untilCycle: 'cycle', untilPhase: 'phase', untilEpoch: 'epoch' } as const;

/** `mine [n] [--stacks]`: mines blocks now. */
export async function mine(gateway: GatewayClient, output: Output, count: string, chain: 'bitcoin' | 'stacks'): Promise<void> {
  const blocks = /^\d{1,5}$/.test(count) ? Number(count) : 0;
  if (blocks < 1 || blocks > 10_000) throw invalid('n', 'a number of blocks from 1 to 10000', count);
  const { body, answer } = await ask(gateway, mining.mine, { request: { [chain]: blocks } });
  if (output.json) {
    output.object(body);
    return;
  }
  const { bitcoin, stacks } = answer();
  output.line(minedLine(blocks, chain, bitcoin.height, stacks.height));
}

/** Returns what `--until-…` names; undefined without such a flag. @throws DevnetError INVALID_INPUT for two targets, or one beside `n` */
export function targetOf(count: string | undefined, flags: MineFlags): MineTarget | undefined {
  const given = (Object.keys(TARGETS) as (keyof typeof TARGETS)[]).filter((flag) => flags[flag] !== undefined);
  const [flag] = given;
  if (flag === undefined) return undefined;
  const name = flagOf(flag);
  const others = [...given.slice(1).map(flagOf), ...(flags.stacks ? ['--stacks'] : []), ...(count === undefined ? [] : [count])];
  if (others.length > 0) throw invalid(name, 'no other number, target or chain beside it', others.join(' '));
  const value = flags[flag] ?? '';
  if (flag === 'untilEpoch' || flag === 'untilPhase') return { [TARGETS[flag]]: value } as MineTarget;
  if (!/^\d{1,9}$/.test(value)) throw invalid(name, 'a whole number', value);
  return { [TARGETS[flag]]: Number(value) } as MineTarget;
}

/** `mine --until-cycle <n>`: mines blocks until the network reaches the target. */
export async function mineUntil(devnet: Devnet, output: Output, target: MineTarget): Promise<void> {
  const result = await devnet.mineUntil(target);
  const { bitcoin, stacks } = result;
  if (output.json) output.object(result);
  else output.line(minedLine(bitcoin.hashes.length, 'bitcoin', bitcoin.height, stacks.height));
}

function minedLine(blocks: number, chain: 'bitcoin' | 'stacks', bitcoinHeight: number, stacksHeight: number): string {
  const what = `${blocks} ${chain === 'bitcoin' ? 'Bitcoin' : 'Stacks'} ${blocks === 1 ? 'block' : 'blocks'}`;
  return `mined ${what}: Bitcoin is at ${bitcoinHeight}, Stacks at ${stacksHeight}`;
}

function flagOf(name: string): string {
  return `--${kebab(name)}`;
}
