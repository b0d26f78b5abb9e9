import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ExecutionCost } from '#dist/clarity/failure.js';
import { blockReceipts } from '#dist/stacks/node/chain/block/receipts.js';
import { clarityTransaction, valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import { decodeTransaction } from '#dist/stacks/protocol/codec/transaction/transaction.js';
import { BOOT, DEPLOYER, type Draft, PRINCIPAL, STRANGER, testChain, uint, WALLET } from './support.js';

type Answer = { name: string; request: { body?: string }; response: { body: unknown } };
type Recorded = { status: string; raw_result: string; events: unknown[]; vm_error: string | null; execution_cost: Record<string, number> };

function recording<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../fixtures/conformance/core', name), 'utf8')) as T;
}

const answers = recording<Answer[]>('answers.json');
const receipts = recording<Record<string, Recorded>>('receipts.json');

/** The bytes that were sent to the real node under a case's name. */
function sentTransaction(name: string): Uint8Array {
  const body = answers.find((answer) => answer.name === name)?.request.body ?? '';
  const hex = body.startsWith('{') ? (JSON.parse(body) as { tx: string }).tx : body;
  return Buffer.from(hex, 'hex');
}

function answerTo(name: string): unknown {
  return answers.find((answer) => answer.name === name)?.response.body;
}

test('behavior: receipts are those that stacks-node 4.0.2 gave for the same transactions', async () => {
  const chain = await testChain();
  const got: Record<string, Recorded> = {};
  for (const name of Object.keys(receipts)) {
    const [receipt] = blockReceipts([{ raw: Buffer.alloc(0), txid: '', result: chain.mine(draftOf(name)) }]);
    if (receipt === undefined) throw new Error('a transaction has a receipt');
    got[name] = {
      status: receipt.status,
      raw_result: receipt.rawResult,
      events: [...receipt.events].map(({ txid: _, event_index: __, ...event }) => event),
      vm_error: receipt.vmError,
      execution_cost: nodeCost(receipt.cost),
    };
  }
  const want = Object.fromEntries(
    Object.entries(receipts).map(([name, { status, raw_result, events, vm_error, execution_cost }]) => [
      name,
      { status, raw_result, events, vm_error, execution_cost },
    ]),
  );
  expect(got).toEqual(want);

  // What the conversation reads afterwards.
  expect(await chain.read('probe', 'get-counter')).toBe(uint(1));
  expect(await chain.view.dataVar(`${DEPLOYER}.probe`, 'counter')).toBe(uint(1));
  expect({ data: `0x${await chain.view.mapEntry(`${DEPLOYER}.probe`, 'seen', valueOfHex(PRINCIPAL[DEPLOYER]))}` }).toEqual(
    answerTo('map-entry'),
  );
  expect({ data: `0x${await chain.view.constant(`${DEPLOYER}.probe`, 'ERR_X')}` }).toEqual(answerTo('constant'));
  expect(sorted(await chain.view.contractInterface(`${DEPLOYER}.probe`))).toEqual(sorted(answerTo('interface')));
  expect(sorted(await chain.view.contractInterface(`${BOOT}.pox-4`))).toEqual(sorted(answerTo('interface-pox-4')));
  expect((await chain.view.contract(`${DEPLOYER}.probe`))?.source).toBe((answerTo('source') as { source: string }).source);
  for (const [name, fn] of Object.entries({
    'read-of-a-writing-function': 'inc',
    'read-private-function': 'priv',
    'read-unknown-function': 'nope',
  })) {
    expect(await chain.view.callReadOnly({ contract: `${DEPLOYER}.probe`, fn, args: [], sender: WALLET }), name).toEqual(answerTo(name));
  }
  expect(await chain.view.callReadOnly({ contract: `${DEPLOYER}.nope`, fn: 'x', args: [], sender: WALLET })).toEqual(
    answerTo('read-unknown-contract'),
  );
  expect(
    await chain.view.callReadOnly({ contract: `${DEPLOYER}.probe`, fn: 'get-counter', args: [valueOfHex(uint(1))], sender: WALLET }),
  ).toEqual(answerTo('read-too-many-arguments'));
  for (const [name, principal] of Object.entries({ deployer: DEPLOYER, wallet_1: WALLET, recipient: STRANGER })) {
    const { balance } = answerTo(`account-${name}-final`) as { balance: string };
    expect((await chain.view.account(principal)).balance, name).toBe(BigInt(balance));
  }
});

function nodeCost({ readCount, readLength, runtime, writeCount, writeLength }: ExecutionCost): Recorded['execution_cost'] {
  return { read_count: readCount, read_length: readLength, runtime, write_count: writeCount, write_length: writeLength };
}

/** What was sent. Its nonce, which the node knew, must fit this chain, too. */
function draftOf(name: string): Draft {
  const { nonce: _, sponsor, ...draft } = clarityTransaction(decodeTransaction(sentTransaction(name)));
  return { ...draft, sponsor: sponsor?.principal };
}

/** The node lists definitions in the order of a hash map. */
function sorted(body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body as Record<string, { name: string }[] | string>).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : value,
    ]),
  );
}
