import { parsePrincipal } from '../../../../chains/stacks/codec/principal.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { writeValue } from '../../../../chains/stacks/codec/value/value-writer.js';
import type { VmSignerSet } from '../types.js';
import type { Machine } from './machine.js';
import { BOOT_ADDRESS } from './principals.js';
import { serializedUint } from './serialized.js';
import { callPrivateFunctions, type Outcome } from './session.js';

const CONTRACT = `${BOOT_ADDRESS}.signers`;

/**
 * Opens the next Stacks block and writes a cycle's signers as stacks-core does at the start of a prepare phase
 * (`NakamotoSigners::update_signers`): one slot for each in the signers' databases, and everybody's weight.
 */
export function writeSigners(machine: Machine, { cycle, tenureHeight, signers }: VmSignerSet): Outcome {
  const list = (field: string, amount: (weight: bigint) => bigint): string =>
    serialized({
      type: 'list',
      items: signers.map(({ address, weight }) => ({
        type: 'tuple',
        fields: sorted([
          ['signer', { type: 'principal', value: signerPrincipal(address) }],
          [field, { type: 'uint', value: amount(weight) }],
        ]),
      })),
    });
  const slots = list('num-slots', () => 1n);
  const weights = list('weight', (weight) => weight);
  return callPrivateFunctions(machine, [
    {
      contract: CONTRACT,
      fn: 'stackerdb-set-signer-slots',
      args: [slots, serializedUint(cycle), serializedUint(tenureHeight)],
      sender: BOOT_ADDRESS,
    },
    { contract: CONTRACT, fn: 'set-signers', args: [serializedUint(cycle), weights], sender: BOOT_ADDRESS },
  ]);
}

type Fields = [name: string, value: ClarityValue][];

/** Serialized tuples have their fields in the order of their names. */
function sorted(fields: Fields): Fields {
  return fields.sort(([a], [b]) => (a < b ? -1 : 1));
}

function signerPrincipal(address: string) {
  const principal = parsePrincipal(address);
  if (principal === undefined) throw new TypeError(`${address} is no address`);
  return principal;
}

function serialized(value: ClarityValue): string {
  return writeValue(value).toString('hex');
}
