import { broadcastTransaction, Cl, type ClarityValue, makeContractCall, makeContractDeploy } from '@stacks/transactions';
import { expect } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account } from '../devnet.js';
import { grantOf, MANAGER } from './manager.js';

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
