import type { ContractInterface } from '../../../../chains/stacks/codec/contract/contract-interface.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { serializedUint } from '../machine/serialized.js';

/** A boot contract that every chain has but the VM lacks. Contracts cannot call it; clients see no difference. */
export type VirtualContract = {
  source: string;
  interface: ContractInterface;
  /** The function of a contract of the VM's that each of its functions passes on to, with arguments. */
  functions: ReadonlyMap<string, { contract: string; fn: string; args: string[] }>;
};

/** Sets of signers take turns; each has a database for every kind of message (stacks-core: `MessageSlotID`). */
const SIGNER_SETS = 2;
const MESSAGE_KINDS = 13;
const SIGNERS = `${BOOT_ADDRESS}.signers`;

/** By `ST….name`. */
export function virtualContracts(): ReadonlyMap<string, VirtualContract> {
  const contracts = new Map([[`${BOOT_ADDRESS}.genesis`, genesis()]]);
  for (let set = 0; set < SIGNER_SETS; set++) {
    for (let kind = 0; kind < MESSAGE_KINDS; kind++) contracts.set(`${BOOT_ADDRESS}.signers-${set}-${kind}`, signersDatabase(set));
  }
  return contracts;
}

/** The first contract of the chain, which does nothing but quote. */
function genesis(): VirtualContract {
  const quote = '... to be a completely separate network and separate block chain, yet share CPU power with Bitcoin`` - Satoshi Nakamoto';
  return { source: `;; Stacks 2.0 Genesis\n(print "\`\`${quote}")\n`, interface: declare([], 'Epoch20', 1), functions: new Map() };
}

/** The StackerDB of one kind of message; the text is part of the consensus (`signers-0-xxx.clar`, `signers-1-xxx.clar`). */
function signersDatabase(set: number): VirtualContract {
  const source = `;; A StackerDB for a specific message type for signer set ${set}.
;; The contract name indicates which -- it has the form \`signers-${set}-{:message_id}\`.

(define-read-only (stackerdb-get-signer-slots)
    (contract-call? .signers stackerdb-get-signer-slots-page u${set}))

(define-read-only (stackerdb-get-config)
    (contract-call? .signers stackerdb-get-config))
`;
  return {
    source,
    interface: declare([CONFIG, SLOTS], 'Epoch25', 2),
    functions: new Map([
      ['stackerdb-get-signer-slots', { contract: SIGNERS, fn: 'stackerdb-get-signer-slots-page', args: [serializedUint(set)] }],
      ['stackerdb-get-config', { contract: SIGNERS, fn: 'stackerdb-get-config', args: [] }],
    ]),
  };
}

const CONFIG = readOnly('stackerdb-get-config', 'none', [
  { name: 'chunk-size', type: 'uint128' },
  { name: 'hint-replicas', type: { list: { type: 'none', length: 0 } } },
  { name: 'max-neighbors', type: 'uint128' },
  { name: 'max-writes', type: 'uint128' },
  { name: 'write-freq', type: 'uint128' },
]);
const SLOT = [
  { name: 'num-slots', type: 'uint128' },
  { name: 'signer', type: 'principal' },
];
const SLOTS = {
  ...readOnly('stackerdb-get-signer-slots', 'uint128', []),
  outputs: { type: { response: { ok: { list: { type: { tuple: SLOT }, length: 4000 } }, error: 'uint128' } } },
};

function readOnly(name: string, error: string, tuple: unknown[]) {
  return { name, access: 'read_only', args: [], outputs: { type: { response: { ok: { tuple }, error } } } };
}

function declare(functions: unknown[], epoch: string, clarityVersion: number): ContractInterface {
  return {
    functions,
    variables: [],
    maps: [],
    fungible_tokens: [],
    non_fungible_tokens: [],
    epoch,
    clarity_version: `Clarity${clarityVersion}`,
  };
}
