import { calledContracts } from '../../clarity/uses.js';
import type { EngineOptions } from '../../stacks/engine.js';
import { BOOT_ADDRESS, bootSource, type NodeContract } from '../../stacks/node.js';
import { configurePox5, POX_5, POX_5_SETTINGS } from '../../stacks/pox-5.js';

/**
 * Returns boot contracts of which pox-5 pays in the network's own sBTC, and without the contracts that only the replaced token needed.
 * Returns them unchanged for a network without sBTC.
 * @param read the boot contracts of another node, each after those that it calls
 */
export function withOwnToken(read: readonly NodeContract[], { sbtc, epoch }: Pick<EngineOptions, 'sbtc' | 'epoch'>): NodeContract[] {
  if (sbtc === undefined) return [...read];
  const isOther = epoch === '4.0' && sbtc.deployer !== POX_5_SETTINGS.sbtcDeployer;
  const packaged = isOther && !read.some(({ contract }) => contract === POX_5) ? [packagedPox5()] : [];
  const contracts = [...read, ...packaged].map((contract) =>
    contract.contract === POX_5 ? { ...contract, source: configurePox5(contract.source, { sbtcDeployer: sbtc.deployer }) } : contract,
  );
  const own = new Set(sbtc.contracts.map(({ deployer, name }) => `${deployer}.${name}`));
  const kept: NodeContract[] = [];
  for (const contract of contracts.toReversed()) {
    const isBoot = contract.contract.startsWith(`${BOOT_ADDRESS}.`);
    if (isBoot || (!own.has(contract.contract) && isCalled(contract.contract, kept))) kept.unshift(contract);
  }
  return kept;
}

function packagedPox5(): NodeContract {
  return { contract: POX_5, source: bootSource('pox-5'), epoch: 'Epoch40', clarityVersion: 6 };
}

function isCalled(contract: string, callers: readonly NodeContract[]): boolean {
  return callers.some((caller) => calledContracts(caller.source, caller.contract).has(contract));
}
