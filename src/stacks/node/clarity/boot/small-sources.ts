/** The sources of boot contracts that are a few lines long: their text is part of the consensus. */
export function smallSource(name: string): string | undefined {
  if (name === 'genesis') return genesis();
  const [, set] = /^signers-([01])-\d+$/.exec(name) ?? [];
  return set === undefined ? undefined : signersDatabase(set);
}

/** The first contract of the chain, which does nothing but quote. */
function genesis(): string {
  const quote = '... to be a completely separate network and separate block chain, yet share CPU power with Bitcoin`` - Satoshi Nakamoto';
  return `;; Stacks 2.0 Genesis\n(print "\`\`${quote}")\n`;
}

/** A StackerDB for one kind of message (`signers-0-xxx.clar`, `signers-1-xxx.clar`). */
function signersDatabase(set: string): string {
  return `;; A StackerDB for a specific message type for signer set ${set}.
;; The contract name indicates which -- it has the form \`signers-${set}-{:message_id}\`.

(define-read-only (stackerdb-get-signer-slots)
    (contract-call? .signers stackerdb-get-signer-slots-page u${set}))

(define-read-only (stackerdb-get-config)
    (contract-call? .signers stackerdb-get-config))
`;
}
