import { hostname } from 'node:os';
import { processStart } from '../../system/process-start.js';

/** The run that something was made for. */
export const runLabel = 'devnet.run';
const versionLabel = 'devnet.version';
const pidLabel = 'devnet.owner.pid';
const startLabel = 'devnet.owner.start';
const machineLabel = 'devnet.owner.machine';

export type Labels = Record<string, string>;

/** What everything that a run makes is marked with: which run, by which version, and the process that answers for it. */
export async function runLabels(run: string, version: string): Promise<Labels> {
  return {
    [runLabel]: run,
    [versionLabel]: version,
    [pidLabel]: `${process.pid}`,
    [startLabel]: (await processStart(process.pid)) ?? '',
    [machineLabel]: hostname(),
  };
}

/**
 * Whether these are the labels of a run whose process is gone. The processes of other machines, or of containers that share an
 * engine, cannot be seen from here: theirs are left alone. So are those of a platform that does not tell when a process started.
 */
export async function isDead(labels: Readonly<Labels>): Promise<boolean> {
  const { [pidLabel]: pid, [startLabel]: start, [machineLabel]: machine } = labels;
  if (machine !== hostname() || !start || !/^\d+$/.test(pid ?? '')) return false;
  return (await processStart(Number(pid))) !== start;
}
