import type { DevnetStatus } from '../../network/data.js';
import { type Output, table } from '../output.js';

/** Prints the engine, the heights of both chains and the URLs. */
export function sayStatus(status: DevnetStatus, output: Output): void {
  const { cycle, urls, fork, chaos = [], bootContracts } = status;
  const row = (chain: 'bitcoin' | 'stacks') => {
    const { height, hash, mode } = status[chain];
    return [chain, `block ${height}`, hash, `mining ${typeof mode === 'object' ? `every ${mode.intervalMs} ms` : mode}`, urls[chain]];
  };
  const lines = [
    `${status.engine} engine, epoch ${status.epoch}, ${status.ready ? 'ready' : 'not ready'}`,
    ...table([row('bitcoin'), row('stacks')]),
    `cycle ${cycle.id}, ${cycle.phase} phase, ${cycle.blocksLeft} Bitcoin blocks left`,
    ...(fork === undefined ? [] : [`fork of ${fork.url} at Stacks height ${fork.height}`]),
    ...chaos.map(({ id, kind }) => `chaos ${id}: ${kind}`),
    ...(bootContracts === undefined ? [] : [`boot contracts of ${bootContracts.url}: ${bootContracts.contracts.map(nameOf).join(', ')}`]),
    ...(urls.gateway === undefined ? [] : [`gateway ${urls.gateway}`]),
  ];
  for (const line of lines) output.line(line);
}

/** The name of a contract at the boot address, which is the same for all of them; else the whole principal. */
function nameOf(contract: string): string {
  return contract.replace(/^ST0[^.]*\./, '');
}
