import { readFileSync } from 'node:fs';
import path from 'node:path';
import { broadcastTransaction, Cl, type ClarityValue, makeContractCall, serializeCV } from '@stacks/transactions';
import { expect } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account } from '../../../devnet.js';

export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const source = (name: string) => readFileSync(path.join(import.meta.dirname, `contracts/${name}.clar`), 'utf8');
export const contract = (name: string) => ({
  deployer: DEPLOYER,
  name,
  source: source(name),
  path: `contracts/${name}.clar`,
  clarityVersion: 3,
});

export type Call = { contract: string; fn: string; args: ClarityValue[]; isRead?: boolean };
export const pay = (amount: number): Call => ({ contract: 'ledger', fn: 'pay', args: [Cl.uint(amount)] });

/** Runs a call over HTTP: a transaction, or a read-only call. */
export async function run(devnet: Devnet, { contract: name, fn, args, isRead = false }: Call): Promise<void> {
  const { network } = devnet;
  if (isRead) {
    const answer = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${DEPLOYER}/${name}/${fn}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sender: DEPLOYER, arguments: args.map((arg) => `0x${serializeCV(arg)}`) }),
    });
    expect(await answer.json()).toMatchObject({ okay: true });
    return;
  }
  const transaction = await makeContractCall({
    ...{ contractAddress: DEPLOYER, contractName: name, functionName: fn, functionArgs: args, postConditionMode: 'allow' },
    ...{ senderKey: account(devnet, 'deployer').privateKey, network, fee: 10_000n },
  });
  await devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network })).txid);
}
