import { hostname } from 'node:os';
import { processStart } from '../../../../system/process-start.js';

/** The run that created something. */
export const runLabel = 'devnet.run';
const versionLabel = 'devnet.version';
const pidLabel = 'devnet.owner.pid';
const startLabel = 'devnet.owner.start';
const machineLabel = 'devnet.owner.machine';

export type Labels = Record<string, string>;

/** Returns the labels of everything that a run creates: the run, the version of this package, and the process of the run. */
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
 * Whether these are the labels of a run of a dead process. Processes on other machines, or in containers that share an engine, are not
 * visible from here: their runs never count as dead. Neither do runs without a start time, which some platforms do not report.
 */
export async function isDead(labels: Readonly<Labels>): Promise<boolean> {
  const { [pidLabel]: pid, [startLabel]: start, [machineLabel]: machine } = labels;
  if (machine !== hostname() || !start || !/^\d+$/.test(pid ?? '')) return false;
  return (await processStart(Number(pid))) !== start;
}
