import type { ContractInterface } from '../../../../chains/stacks/codec/contract-interface.js';
import { CONSTANTS, constantsIn, hideFunctions, isHiddenFunction } from '../execution/hidden.js';
import { BOOT_CONTRACTS } from '../genesis/boot-contracts.js';
import type { Machine } from '../machine/machine.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { callFunction, deployContract, lookUp } from '../machine/session.js';

type SdkInterface = ContractInterface & { functions: { name: string }[] };

/** The interfaces of all contracts that transactions deployed. The VM serialises all of them at once. */
export function deployedInterfaces(machine: Machine): Map<string, ContractInterface> {
  const interfaces = machine.sdk.getContractsInterfaces() as Map<string, SdkInterface>;
  return new Map([...interfaces].map(([contract, found]) => [contract, visible(found)]));
}

/**
 * The interface of a boot contract and the values of its constants, which the VM tells only of contracts that it deployed on
 * request: so it is deployed once more under another name. That leaves a trace, which the caller must undo.
 */
export function inspectBootContract(machine: Machine, name: string): BootContractFacts | undefined {
  const boot = BOOT_CONTRACTS.get(name);
  const published = lookUp(machine, (sdk) => sdk.getContractSource(`${BOOT_ADDRESS}.${name}`) ?? '');
  if (boot === undefined || !published) return undefined;
  const copy = `copy-of-${name}`;
  const contract = `${BOOT_ADDRESS}.${copy}`;
  deployContract(machine, { sender: BOOT_ADDRESS, name: copy, source: hideFunctions(published), clarityVersion: boot.clarityVersion });
  const found = deployedInterfaces(machine).get(contract);
  if (found === undefined) return undefined;
  const declared = { ...found, epoch: boot.epoch, clarity_version: `Clarity${boot.clarityVersion}` };
  return { constants: readConstants(machine, contract), interface: declared };
}

/** The constants of a contract that was deployed with the hidden function for them; none if it was not. */
export function readConstants(machine: Machine, contract: string): Map<string, string> {
  const outcome = callFunction(machine, { contract, fn: CONSTANTS, args: [], sender: BOOT_ADDRESS });
  return outcome.ok ? constantsIn(outcome.result) : new Map();
}

/** Constants by name, as serialized values. */
export type BootContractFacts = { interface: ContractInterface; constants: ReadonlyMap<string, string> };

function visible(found: SdkInterface): ContractInterface {
  return { ...found, functions: found.functions.filter(({ name }) => !isHiddenFunction(name)) };
}
