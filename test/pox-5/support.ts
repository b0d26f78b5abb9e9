import {
  broadcastTransaction,
  Cl,
  type ClarityValue,
  makeContractCall,
  makeContractDeploy,
  privateKeyToPublic,
  publicKeyToHex,
  signStructuredData,
} from '@stacks/transactions';
import { expect } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { account } from '../devnet.js';

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

type Sent<More> = More extends undefined ? string : { result: string; events: More };

/**
 * Sends transactions of the accounts, which have sent none, and returns their results.
 * @param more what else is returned of each transaction @default nothing
 */
export function sender<More = undefined>(devnet: Devnet, more?: (txid: string) => Promise<More>) {
  const nonces = new Map<string, number>();
  const common = (who: string) => {
    const nonce = nonces.get(who) ?? 0;
    nonces.set(who, nonce + 1);
    const options = { senderKey: account(devnet, who).privateKey, nonce, fee: 20_000, network: devnet.network };
    return { ...options, postConditionMode: 'allow' as const };
  };
  const send = async (transaction: Awaited<ReturnType<typeof makeContractCall>>): Promise<Sent<More>> => {
    const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
    const { result } = await devnet.stacks.waitForTx(txid);
    const repr = result?.repr ?? '';
    return (more === undefined ? repr : { result: repr, events: await more(txid) }) as Sent<More>;
  };
  return {
    deploy: async (who: string, contractName: string, codeBody: string) =>
      send(await makeContractDeploy({ contractName, codeBody, clarityVersion: 6, ...common(who) })),
    call: async (who: string, contract: string, functionName: string, ...functionArgs: ClarityValue[]) => {
      const [contractAddress = '', contractName = ''] = contract.split('.');
      return send(await makeContractCall({ contractAddress, contractName, functionName, functionArgs, ...common(who) }));
    },
  };
}

/** Registers a signer by the account wallet_1. Returns its manager. */
export async function registerSigner(devnet: Devnet, { deploy, call }: ReturnType<typeof sender<undefined>>): Promise<string> {
  const { stx, privateKey } = account(devnet, 'wallet_1');
  const manager = `${stx.address}.manager`;
  expect(await deploy('wallet_1', 'manager', MANAGER)).toBe('(ok true)');
  const [key, signature] = grantOf(privateKey, manager);
  expect(await call('wallet_1', manager, 'register', Cl.principal(manager), key, Cl.uint(1), signature)).toMatch(/^\(ok/);
  return manager;
}

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
