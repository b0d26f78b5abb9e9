import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../measure.js';
import { figureOf } from './pair.js';

/** The milliseconds of each deploy of a turn. */
export type DeployTurn = { readonly times: readonly number[] };

const PROGRAM = fileURLToPath(new URL('deploy-program.ts', import.meta.url));
const TURNS = 15;
/** Code is compiled meanwhile, which also an idle processor finishes some seconds later. */
const WARM_UP_TURNS = 15;
const DEPLOYS = 10;

/**
 * Compares deploys, analysis included, in warm code. Each VM has a process of its own, as it has for its users: in one process each would
 * collect the other's garbage. They take turns.
 */
export async function deployFigures(): Promise<Figure[]> {
  return [
    await compareDeploys('deploy of pox-4, with its analysis', 'pox-4'),
    await compareDeploys('deploy of the sBTC registry, with its analysis', 'registry'),
  ];
}

async function compareDeploys(what: string, source: string): Promise<Figure> {
  const vms = [await start('ours', source), await start('theirs', source)] as const;
  try {
    const ratios: number[] = [];
    for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
      const ours = await takeTurn(vms[0]);
      const ratio = (await takeTurn(vms[1])) / ours;
      if (turn >= WARM_UP_TURNS) ratios.push(ratio);
    }
    return figureOf(`${what}: WebAssembly VM / this VM`, ratios, { unit: '×', goal: '≥ 4' });
  } finally {
    for (const vm of vms) vm.disconnect();
  }
}

async function start(vm: 'ours' | 'theirs', source: string): Promise<ChildProcess> {
  const child = fork(PROGRAM, [vm, source], { execArgv: ['--import', 'tsx'] });
  await next(child);
  return child;
}

/** Returns the milliseconds of the median deploy. */
async function takeTurn(vm: ChildProcess): Promise<number> {
  vm.send(DEPLOYS);
  const { times } = (await next(vm)) as DeployTurn;
  return times.toSorted((a, b) => a - b)[DEPLOYS / 2] as number;
}

/** Awaits the next message of a process. @throws Error if it ends instead */
async function next(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  try {
    const ended = once(child, 'exit', settled).then(([status]) => {
      throw new Error(`The process that deploys has ended with status ${status}`);
    });
    const [message] = await Promise.race([once(child, 'message', settled), ended]);
    return message;
  } finally {
    settled.abort();
  }
}
