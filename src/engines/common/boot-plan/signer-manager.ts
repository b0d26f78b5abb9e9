import { POX_5 } from '../../../stacks/pox-5.js';
import type { NetworkKey } from './network-keys.js';

/** The name of a signer's manager, which the signer deploys. */
export const MANAGER = 'signer-manager';

/** The first version with what managers need: `as-contract?` and `current-contract`. */
export const MANAGER_CLARITY = 6;

/** The least that pox-5 demands of the contract through which stakers choose a signer: it accepts every stake. */
export const MANAGER_SOURCE = `;; Registers a signer. Everybody may stake through this contract.
(impl-trait '${POX_5}.signer-manager-trait)
(use-trait manager '${POX_5}.signer-manager-trait)

(define-public (validate-stake!
    (staker principal)
    (first-index uint)
    (num-indexes uint)
    (amount-ustx uint)
    (amount-sats uint)
    (is-bond bool)
    (signer-calldata (optional (buff 500))))
  (ok true))

;; Registers the key of the signer, who permits it by a signature. \`self\` is this contract.
(define-public (register (self <manager>) (signer-key (buff 33)) (auth-id uint) (signature (buff 65)))
  (as-contract? ()
    (try! (contract-call? '${POX_5} grant-signer-key signer-key current-contract auth-id signature))
    (try! (contract-call? '${POX_5} register-signer self signer-key))))
`;

/** The manager of a signer of the network. */
export function managerOf({ stx }: Pick<NetworkKey, 'stx'>): string {
  return `${stx}.${MANAGER}`;
}
