import { Cl, makeContractCall, makeContractDeploy, makeSTXTokenTransfer, serializeCV } from '@stacks/transactions';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import type { DevnetEvent } from '#dist/network/types.js';
import { decodeEvent } from '#dist/stacks/protocol/receipt/contract-event.js';
import type { StacksEvent } from '#dist/stacks/protocol/receipt/node-receipt.js';

const [deployer, wallet] = STANDARD_ACCOUNTS;
if (deployer === undefined || wallet === undefined) throw new Error('no standard accounts');
const CONTRACT = `${deployer.stx.address}.counter`;
const STRANGER = 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC';
const hash = (byte: string): string => byte.repeat(32);
const id = (byte: string): string => `0x${hash(byte)}`;

const signed = { senderKey: wallet.privateKey, network: 'testnet', fee: 3_000n, nonce: 0n } as const;
const raw = (transaction: { serialize(): string }): string => `0x${transaction.serialize()}`;
const transfer = async (memo = '') => raw(await makeSTXTokenTransfer({ ...signed, recipient: STRANGER, amount: 1_500_000n, memo }));
const call = async (functionName: string, ...functionArgs: Parameters<typeof serializeCV>[0][]) =>
  raw(await makeContractCall({ ...signed, contractAddress: deployer.stx.address, contractName: 'counter', functionName, functionArgs }));
const deploy = async (codeBody: string) =>
  raw(await makeContractDeploy({ ...signed, contractName: 'counter', codeBody, clarityVersion: 4 }));

type Mined = { rawTx: string; result?: string; status?: string; events?: object[]; vmError?: string; origin?: object };

/** A block with one transaction. */
function block(height: number, { rawTx, result = '0x0703', status = 'success', events = [], vmError, origin }: Mined): DevnetEvent {
  const receipt = {
    ...{ txid: id('0a'), rawTx, txIndex: 0, status, rawResult: result, vmError: vmError ?? null, ...(origin && { origin }) },
    cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
    events: events.map((event, index) =>
      decodeEvent({ txid: id('0a'), event_index: index, committed: true, ...event } as unknown as StacksEvent),
    ),
  };
  return {
    ...{ type: 'stacks.block', height, hash: id('b1'), blockHash: id('b2'), parentHash: id('b0'), consensusHash: 'd' },
    ...{ burnHeight: 142, burnHash: 'e', time: 0 },
    receipts: [receipt],
  } as unknown as DevnetEvent;
}

const moved = { sender: wallet.stx.address, recipient: STRANGER, amount: '5', asset_identifier: `${CONTRACT}::coin` };
const value = (clarity: Parameters<typeof serializeCV>[0]): string => `0x${serializeCV(clarity)}`;
const token = (type: string, detail: object) => ({ type, [type]: { ...moved, ...detail } });
const print = (raw_value: string) => ({
  type: 'contract_event',
  contract_event: { contract_identifier: CONTRACT, topic: 'print', raw_value },
});

/** One event of each kind that a terminal shows, by what it shows. */
export async function kinds(): Promise<Record<string, DevnetEvent>> {
  const add = await call('add', Cl.uint(5), Cl.none());
  const origin = { contract: CONTRACT, line: 12, column: 5, expression: '(asserts! (> n u5) (err u101))', stack: [`${CONTRACT}:add`] };
  return {
    'a Bitcoin block': { type: 'bitcoin.block', height: 142, hash: hash('c1'), txids: ['a', 'b'] },
    'a Bitcoin payment': { type: 'bitcoin.tx', txid: hash('c2') },
    'a payment that is gone': { type: 'bitcoin.tx', txid: hash('c3') },
    'a reorganisation of Bitcoin': { type: 'bitcoin.reorg', forkHeight: 140, height: 140, hash: hash('c4') },
    'a dropped payment': { type: 'bitcoin.dropped', txid: hash('c5'), reason: 'replaced', replacedBy: hash('c6') },
    'a pending transfer': { type: 'stacks.tx', txid: id('d1'), rawTx: await transfer() },
    'a pending call': { type: 'stacks.tx', txid: id('d2'), rawTx: add },
    'a transfer': block(151, { rawTx: await transfer() }),
    'a transfer with a memo': block(152, { rawTx: await transfer('thanks\u001b[31m') }),
    'a call': block(153, { rawTx: add, result: value(Cl.ok(Cl.uint(6))) }),
    'a call with long arguments': block(154, {
      rawTx: await call('say', Cl.stringAscii('long '.repeat(60))),
      result: value(Cl.ok(Cl.stringAscii('x'.repeat(200)))),
    }),
    'a print': block(155, { rawTx: add, events: [print(value(Cl.tuple({ a: Cl.uint(7), who: Cl.principal(STRANGER) })))] }),
    'a hostile print': block(156, { rawTx: add, events: [print(value(Cl.stringUtf8('\u001b[2J<script>\u202e')))] }),
    'a long print': block(157, { rawTx: add, events: [print(value(Cl.stringAscii('a'.repeat(500))))] }),
    'a deploy': block(158, { rawTx: await deploy('(define-public (f)\n  (ok true))\n') }),
    'a failed deploy': block(159, {
      rawTx: await deploy('(define-public (f) (ok tru))'),
      status: 'abort_by_response',
      vmError: ":1:24: use of unresolved variable 'tru'",
      result: value(Cl.error(Cl.none())),
    }),
    'an abort': block(160, { rawTx: add, status: 'abort_by_response', result: value(Cl.error(Cl.uint(101))), origin }),
    'an error at run time': block(161, {
      rawTx: add,
      status: 'abort_by_response',
      result: value(Cl.error(Cl.none())),
      vmError: 'Runtime(ArithmeticUnderflow)',
      origin: { ...origin, expression: '(- n u9)' },
    }),
    'a failed post-condition': block(162, { rawTx: add, status: 'abort_by_post_condition', result: value(Cl.ok(Cl.uint(1))) }),
    'STX and fungible tokens': block(163, {
      rawTx: add,
      events: [
        token('stx_transfer_event', { amount: '2500000' }),
        token('stx_mint_event', { amount: '1' }),
        token('stx_burn_event', { amount: '1000000' }),
        token('stx_lock_event', { locked_amount: '9000000', locked_address: wallet?.stx.address, unlock_height: '180' }),
        token('ft_transfer_event', {}),
        token('ft_mint_event', {}),
        token('ft_burn_event', {}),
      ],
    }),
    'non-fungible tokens': block(164, {
      rawTx: add,
      events: ['nft_transfer_event', 'nft_mint_event', 'nft_burn_event'].map((type) => token(type, { raw_value: value(Cl.uint(3)) })),
    }),
    'an unknown outcome': {
      ...(block(165, { rawTx: add }) as Extract<DevnetEvent, { type: 'stacks.block' }>),
      receipts: [],
      unknownOutcomes: [{ txid: id('0b'), rawTx: add, reason: 'r', hint: 'h' }],
    },
    'a reorganisation of Stacks': { type: 'stacks.reorg', forkHeight: 150, height: 150, hash: id('d4') },
    'a dropped transaction': { type: 'stacks.dropped', txid: id('d5'), reason: 'ReplaceByFee', detail: 'a higher fee' },
    'a rejected transaction': { type: 'stacks.rejected', txid: id('d6'), reason: 'BadNonce' },
    'a payment of STX': { type: 'faucet.payment', chain: 'stacks', coin: 'stx', txId: id('e1'), address: STRANGER, amount: '500000000' },
    'a payment of BTC': {
      type: 'faucet.payment',
      chain: 'bitcoin',
      coin: 'btc',
      txId: hash('e2'),
      address: wallet?.btc.address ?? '',
      amount: '100000000',
    },
    'a payment of sBTC': { type: 'faucet.payment', chain: 'stacks', coin: 'sbtc', txId: id('e3'), address: CONTRACT, amount: '1000000' },
    'a deposit': {
      ...{ type: 'sbtc.deposit', txid: hash('f1'), vout: 0, amount: '100000', recipient: STRANGER },
      ...{ status: 'confirmed', statusMessage: 'minted' },
    },
    'a failed withdrawal': {
      ...{ type: 'sbtc.withdrawal', requestId: 3, amount: '50000', recipient: 'x' },
      ...{ status: 'failed', statusMessage: 'the fee is too low' },
    } as unknown as DevnetEvent,
    'another mining mode': { type: 'mining', modes: { bitcoin: { intervalMs: 10_000 }, stacks: 'auto' } },
    'a restore': { type: 'restored', id: 'clean' },
    'a stall': {
      type: 'stall',
      cause: 'no tenure for 30 s',
      remedy: 'Mine a Bitcoin block: stacks-devnet mine. The next tenure begins with it.',
    },
  };
}
