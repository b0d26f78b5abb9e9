import { hostname } from 'node:os';
import { processStart } from '#platform/process-start.js';

/** The run that created something. */
export const runLabel = 'devnet.run';
const versionLabel = 'devnet.version';
const pidLabel = 'devnet.owner.pid';
const startLabel = 'devnet.owner.start';
const machineLabel = 'devnet.owner.machine';

export type Labels = Record<string, string>;

/** Returns the labels of a run that may outlive its process: the run, and the version of this package. */
export function lastingLabels(run: string, version: string): Labels {
  return { [runLabel]: run, [versionLabel]: version };
}

/** Returns the labels of everything that a run creates: those of {@link lastingLabels}, and the process of the run. */
export async function runLabels(run: string, version: string): Promise<Labels> {
  return {
    ...lastingLabels(run, version),
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
