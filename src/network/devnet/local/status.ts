import type { Engine } from '../../../stacks/engine.js';
import type { ActiveChaos, DevnetProject, DevnetStatus, DevnetUrls } from '../../data.js';
import { cycleAt } from '../cycle.js';
import type { SbtcNames } from '../sbtc/names.js';

export type StatusParts = {
  engine: Engine;
  version: string;
  urls: DevnetUrls;
  faults: ActiveChaos[];
  impersonated: string[];
  sbtc: SbtcNames | undefined;
  project: DevnetProject | undefined;
};

/** Every field of a status, so that the compiler misses one that is not said. */
type EveryField = { [Name in keyof Required<DevnetStatus>]: DevnetStatus[Name] };

/** Returns the status of a network in this process. Fields about what it does not have are absent. */
export function statusOf({ engine, version, urls, faults, impersonated, sbtc, project }: StatusParts): DevnetStatus {
  const { bitcoin, stacks } = engine.tips();
  const modes = engine.miningModes();
  const reason = engine.outage?.();
  const status: EveryField = {
    engine: engine.name,
    ready: reason === undefined,
    version,
    bitcoin: { ...bitcoin, mode: modes.bitcoin },
    stacks: { height: stacks.height, hash: stacks.hash, mode: modes.stacks },
    epoch: engine.epoch(),
    capabilities: [...engine.capabilities],
    cycle: cycleAt(stacks.burnHeight, engine.pox),
    urls,
    reason,
    fork: engine.fork,
    bootContracts: engine.bootContracts,
    impersonated: impersonated.length > 0 ? impersonated : undefined,
    chaos: faults.length > 0 ? faults : undefined,
    sbtc,
    project: project && { root: project.root, name: project.name },
  };
  return withoutAbsent(status);
}

function withoutAbsent(status: EveryField): DevnetStatus {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined)) as DevnetStatus;
}
