import type { Engine } from '../../engines/engine.js';
import { cycleAt } from '../cycle.js';
import type { SbtcNames } from '../sbtc/names.js';
import type { ActiveChaos, DevnetProject, DevnetStatus, DevnetUrls } from '../types.js';

export type StatusParts = {
  engine: Engine;
  version: string;
  urls: DevnetUrls;
  faults: ActiveChaos[];
  impersonated: string[];
  sbtc: SbtcNames | undefined;
  project: DevnetProject | undefined;
};

/** Returns the status of a network in this process. Fields about what it does not have are absent. */
export function statusOf({ engine, version, urls, faults, impersonated, sbtc, project }: StatusParts): DevnetStatus {
  const { bitcoin, stacks } = engine.tips();
  const modes = engine.miningModes();
  const reason = engine.outage?.();
  const { fork, bootContracts } = engine;
  return {
    engine: engine.name,
    ready: reason === undefined,
    version,
    bitcoin: { ...bitcoin, mode: modes.bitcoin },
    stacks: { height: stacks.height, hash: stacks.hash, mode: modes.stacks },
    epoch: engine.epoch(),
    capabilities: [...engine.capabilities],
    cycle: cycleAt(stacks.burnHeight, engine.pox),
    urls,
    ...(reason !== undefined && { reason }),
    ...(fork !== undefined && { fork }),
    ...(bootContracts !== undefined && { bootContracts }),
    ...(impersonated.length > 0 && { impersonated }),
    ...(faults.length > 0 && { chaos: faults }),
    ...(sbtc !== undefined && { sbtc }),
    ...(project !== undefined && { project: { root: project.root, name: project.name } }),
  };
}
