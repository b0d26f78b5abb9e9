import { BOOT_CONTRACTS } from './boot-contracts.js';
import { isHiddenFunction } from './hidden.js';
import type { Machine } from './machine.js';
import { BOOT_ADDRESS } from './principals.js';
import { deployContract, lookUp } from './session.js';
import type { ContractInterface } from './types.js';

type SdkInterface = ContractInterface & { functions: { name: string }[] };

/** The interfaces of all contracts that transactions deployed. The VM serialises all of them at once. */
export function deployedInterfaces(machine: Machine): Map<string, ContractInterface> {
  const interfaces = machine.sdk.getContractsInterfaces() as Map<string, SdkInterface>;
  return new Map([...interfaces].map(([contract, found]) => [contract, visible(found)]));
}

/**
 * The interface of a boot contract, which the VM keeps none of: the contract is deployed once more under another name. That
 * leaves a trace, so the caller must undo it.
 */
export function bootInterface(machine: Machine, name: string): ContractInterface | undefined {
  const boot = BOOT_CONTRACTS.get(name);
  const source = lookUp(machine, (sdk) => sdk.getContractSource(`${BOOT_ADDRESS}.${name}`) ?? '');
  if (boot === undefined || !source) return undefined;
  const copy = `interface-of-${name}`;
  const outcome = deployContract(machine, { sender: BOOT_ADDRESS, name: copy, source, clarityVersion: boot.clarityVersion });
  const found = outcome.ok ? deployedInterfaces(machine).get(`${BOOT_ADDRESS}.${copy}`) : undefined;
  return found === undefined ? undefined : { ...found, epoch: boot.epoch, clarity_version: `Clarity${boot.clarityVersion}` };
}

function visible(found: SdkInterface): ContractInterface {
  return { ...found, functions: found.functions.filter(({ name }) => !isHiddenFunction(name)) };
}
