import { DevnetError } from '../../../base/error.js';
import {
  contractPrincipal,
  issuerOf,
  listOfDerived,
  type PrincipalValue,
  standardPrincipal,
  tupleOfEntries,
  UIntValue,
  type Value,
  versionOf,
} from '../../../clarity/values.js';
import type { BlockExecution } from './block-execution.js';

/** The signers of a reward cycle. */
export type SignerSet = {
  readonly cycle: number;
  /** The tenure in which they were chosen. */
  readonly tenureHeight: number;
  /** `hash` is that of the key. */
  readonly signers: readonly { readonly hash: Uint8Array; readonly weight: bigint }[];
};

/** A call of the boot contract `signers`. */
type SignersCall = { readonly contract: PrincipalValue; readonly fn: string; readonly args: readonly Value[] };

/**
 * Returns the calls that write a cycle's signers into the boot contract `signers` (`NakamotoSigners::update_signers`): one slot for each in
 * the signers' databases, and everybody's weight.
 */
export function signerCalls(bootAddress: PrincipalValue, { cycle, tenureHeight, signers }: SignerSet): SignersCall[] {
  const contract = contractPrincipal(issuerOf(bootAddress), 'signers');
  const list = (field: string, amount: (weight: bigint) => bigint): Value =>
    listOfDerived(
      signers.map(({ hash, weight }) =>
        tupleOfEntries([
          ['signer', standardPrincipal(versionOf(bootAddress), hash)],
          [field, new UIntValue(amount(weight))],
        ]),
      ),
    );
  const number = (value: number): Value => new UIntValue(BigInt(value));
  return [
    { contract, fn: 'stackerdb-set-signer-slots', args: [list('num-slots', () => 1n), number(cycle), number(tenureHeight)] },
    { contract, fn: 'set-signers', args: [number(cycle), list('weight', (weight) => weight)] },
  ];
}

/**
 * Writes a cycle's signers into the boot contract `signers`, as stacks-core does at the start of a prepare phase.
 * @throws DevnetError INTERNAL if the contract refuses them
 */
export function writeSigners(execution: BlockExecution, bootAddress: PrincipalValue, set: SignerSet): void {
  for (const { contract, fn, args } of signerCalls(bootAddress, set)) {
    const answer = execution.callBoot(contract, fn, args);
    if (answer.kind === 'response' && !answer.isOk)
      throw new DevnetError('INTERNAL', `${contract.text} refused ${fn} of cycle ${set.cycle}`);
  }
}
