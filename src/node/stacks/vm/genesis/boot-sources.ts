/** A boot contract's epoch and Clarity version, as stacks-core publishes it (`stackslib/src/chainstate/stacks/boot`). */
export type BootContract = { epoch: string; clarityVersion: number };

/** A boot contract that every chain has but the VM's package lacks; its text is part of the consensus. */
type BootSource = BootContract & { source: string };

/** Sets of signers take turns; each has a database for every kind of message (stacks-core: `MessageSlotID`). */
const SIGNER_SETS = 2;
const MESSAGE_KINDS = 13;

/** By name. */
export const BOOT_SOURCES: ReadonlyMap<string, BootSource> = new Map<string, BootSource>([
  ['genesis', { source: genesis(), epoch: 'Epoch20', clarityVersion: 1 }],
  ...Array.from({ length: SIGNER_SETS * MESSAGE_KINDS }, (_, i): [string, BootSource] => {
    const set = Math.floor(i / MESSAGE_KINDS);
    return [`signers-${set}-${i % MESSAGE_KINDS}`, { source: signersDatabase(set), epoch: 'Epoch25', clarityVersion: 2 }];
  }),
]);

/** The first contract of the chain, which does nothing but quote. */
function genesis(): string {
  const quote = '... to be a completely separate network and separate block chain, yet share CPU power with Bitcoin`` - Satoshi Nakamoto';
  return `;; Stacks 2.0 Genesis\n(print "\`\`${quote}")\n`;
}

/** A StackerDB for one kind of message (`signers-0-xxx.clar`, `signers-1-xxx.clar`). */
function signersDatabase(set: number): string {
  return `;; A StackerDB for a specific message type for signer set ${set}.
;; The contract name indicates which -- it has the form \`signers-${set}-{:message_id}\`.

(define-read-only (stackerdb-get-signer-slots)
    (contract-call? .signers stackerdb-get-signer-slots-page u${set}))

(define-read-only (stackerdb-get-config)
    (contract-call? .signers stackerdb-get-config))
`;
}
