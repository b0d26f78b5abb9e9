import { Cl, type ClarityValue, privateKeyToPublic, publicKeyToHex, signStructuredData } from '@stacks/transactions';
import { POX_5 } from '#dist/stacks/pox-5.js';

/** A signer's manager, which accepts every stake. */
export const MANAGER = `
  (impl-trait '${POX_5}.signer-manager-trait)
  (use-trait manager '${POX_5}.signer-manager-trait)
  (define-public (validate-stake! (a principal) (b uint) (c uint) (d uint) (e uint) (f bool) (g (optional (buff 500)))) (ok true))
  (define-public (register (self <manager>) (key (buff 33)) (auth-id uint) (signature (buff 65)))
    (as-contract? ()
      (try! (contract-call? '${POX_5} grant-signer-key key current-contract auth-id signature))
      (try! (contract-call? '${POX_5} register-signer self key))))
  (define-public (claim (bonds (list 6 uint)) (cycle uint)) (contract-call? '${POX_5} claim-rewards bonds cycle))`;

/** Returns a signer's public key and its grant for a manager, as arguments. */
export function grantOf(privateKey: string, manager: string, authId = 1): [key: ClarityValue, signature: ClarityValue] {
  const signature = signStructuredData({
    domain: Cl.tuple({ name: Cl.stringAscii('pox-5-signer'), version: Cl.stringAscii('1.0.0'), 'chain-id': Cl.uint(0x80000000) }),
    message: Cl.tuple({
      topic: Cl.stringAscii('grant-authorization'),
      'signer-manager': Cl.principal(manager),
      'auth-id': Cl.uint(authId),
    }),
    privateKey,
  });
  return [Cl.bufferFromHex(publicKeyToHex(privateKeyToPublic(privateKey))), Cl.bufferFromHex(signature)];
}
