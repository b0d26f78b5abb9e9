import { createHash } from 'node:crypto';
import {
  makeContractDeploy,
  makeSTXTokenTransfer,
  type SignedTokenTransferOptions,
  type StacksTransactionWire,
  sponsorTransaction,
} from '@stacks/transactions';
import type { StacksBlockEvent } from '#dist/stacks/engine/engine-event.js';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';

export const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801';
export const ADDRESS = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
export const OTHER_KEY = '530d9f61984c888536871c6573073bdfc0058896dc1adfe9a6a10dfacadc209101';
export const OTHER_ADDRESS = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

export type Signed = { txid: string; rawTx: string };

const signed = (transaction: StacksTransactionWire): Signed => ({ txid: `0x${transaction.txid()}`, rawTx: `0x${transaction.serialize()}` });

/** A transfer of 1,000 micro-STX with a fee of 200 to the other address. */
export async function transfer(nonce: number, options: Partial<SignedTokenTransferOptions> = {}): Promise<Signed> {
  const senderKey = options.senderKey ?? KEY;
  const recipient = senderKey === KEY ? OTHER_ADDRESS : ADDRESS;
  return signed(
    await makeSTXTokenTransfer({ recipient, amount: 1000n, fee: 200n, nonce, senderKey, network: 'testnet', memo: 'hi', ...options }),
  );
}

/** A deploy of a contract without code. */
export async function deploy(nonce: number): Promise<Signed> {
  const contract = { contractName: `c${nonce}`, codeBody: ';; nothing', fee: 200n, nonce, senderKey: KEY, network: 'testnet' } as const;
  return signed(await makeContractDeploy(contract));
}

/** A transfer of the other key whose fee `KEY` pays. */
export async function sponsored(nonce: number, sponsorNonce: number): Promise<Signed> {
  const transaction = await makeSTXTokenTransfer({
    recipient: ADDRESS,
    amount: 1n,
    fee: 0n,
    nonce,
    senderKey: OTHER_KEY,
    network: 'testnet',
    sponsored: true,
  });
  return signed(await sponsorTransaction({ transaction, sponsorPrivateKey: KEY, fee: 300n, sponsorNonce, network: 'testnet' }));
}

/** What a transfer of 1,000 micro-STX did. */
export function receiptFor({ txid, rawTx }: Signed, details: Partial<StacksReceipt> = {}): StacksReceipt {
  const cost = { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 };
  return { txid, rawTx, txIndex: 0, status: 'success', rawResult: '0x0703', events: [], vmError: null, cost, ...details };
}

export function movement(txid: string, index: number, type: string, detail: object) {
  return { txid, event_index: index, committed: true, type, [type]: detail };
}

/** A block on its parent. `salt` tells branches apart. */
export function blockEvent(height: number, parent: string, receipts: StacksReceipt[], salt = ''): StacksBlockEvent {
  const hash = createHash('sha256').update(`${height} ${parent} ${salt}`).digest('hex');
  return {
    type: 'stacks.block',
    height,
    hash: `0x${hash}`,
    blockHash: `0x${[...hash].reverse().join('')}`,
    parentHash: parent,
    consensusHash: '11'.repeat(20),
    tenureHeight: Math.ceil(height / 2),
    burnHeight: 100 + Math.ceil(height / 2),
    burnHash: `${100 + Math.ceil(height / 2)}`.padStart(64, '0'),
    burnTime: 1_700_000_000 + Math.ceil(height / 2) * 600,
    time: 1_700_000_000 + height * 10,
    receipts: receipts.map((receipt, txIndex) => ({ ...receipt, txIndex })),
  };
}

export const GENESIS_PARENT = `0x${'ff'.repeat(32)}`;
