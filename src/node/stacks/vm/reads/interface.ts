import type { ContractInterface } from '../../../../chains/stacks/codec/contract/contract-interface.js';
import { constantFunction, hideFunctions, isHiddenFunction } from '../execution/hidden.js';
import { BOOT_CONTRACTS, type BootContract } from '../genesis/boot-contracts.js';
import type { Machine } from '../machine/machine.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { callFunction, deployContract, lookUp } from '../machine/session.js';

type SdkInterface = ContractInterface & { functions: { name: string }[] };

/** Returns the interfaces of all contracts that transactions deployed. The VM serializes all of them at once. */
export function deployedInterfaces(machine: Machine): Map<string, ContractInterface> {
  const interfaces = machine.sdk.getContractsInterfaces() as Map<string, SdkInterface>;
  return new Map([...interfaces].map(([contract, found]) => [contract, visible(found)]));
}

/** Returns the interface of a boot contract. Changes the state, which the caller must undo. */
export function bootInterface(machine: Machine, name: string): ContractInterface | undefined {
  const copy = copyBootContract(machine, name);
  const found = copy && deployedInterfaces(machine).get(copy.contract);
  return found && { ...found, epoch: copy.boot.epoch, clarity_version: `Clarity${copy.boot.clarityVersion}` };
}

/** Returns the serialized value of a boot contract's constant. Changes the state, which the caller must undo. */
export function bootConstant(machine: Machine, name: string, constant: string): string | undefined {
  if (constantFunction(bootSource(machine, name) ?? '', constant) === undefined) return undefined;
  const copy = copyBootContract(machine, name);
  return copy && readConstant(machine, copy, constant);
}

/** The VM has interfaces and hidden functions only of contracts that transactions deployed: so it deploys a copy under another name. */
function copyBootContract(machine: Machine, name: string): (Published & { boot: BootContract }) | undefined {
  const boot = BOOT_CONTRACTS.get(name);
  const source = bootSource(machine, name);
  if (boot === undefined || source === undefined) return undefined;
  const copy = `copy-of-${name}`;
  deployContract(machine, { sender: BOOT_ADDRESS, name: copy, source: hideFunctions(source), clarityVersion: boot.clarityVersion });
  return { contract: `${BOOT_ADDRESS}.${copy}`, source, boot };
}

function bootSource(machine: Machine, name: string): string | undefined {
  return lookUp(machine, (sdk) => sdk.getContractSource(`${BOOT_ADDRESS}.${name}`) ?? '') || undefined;
}

/** The serialized value of a constant; undefined if the contract has no such constant. */
export function readConstant(machine: Machine, { contract, source }: Published, name: string): string | undefined {
  const fn = constantFunction(source, name);
  const outcome = fn === undefined ? undefined : callFunction(machine, { contract, fn, args: [], sender: BOOT_ADDRESS });
  return outcome?.ok ? outcome.result : undefined;
}

/** A contract and the source that its transaction carried. */
type Published = { contract: string; source: string };

function visible(found: SdkInterface): ContractInterface {
  return { ...found, functions: found.functions.filter(({ name }) => !isHiddenFunction(name)) };
}
