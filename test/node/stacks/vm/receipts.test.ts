import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decodeTransaction } from '#dist/chains/stacks/codec/transaction/transaction.js';
import { toVmTransaction } from '#dist/node/stacks/chain/production/vm-transaction.js';
import { DEPLOYER, mine, PRINCIPAL, read, STRANGER, testVm, uint, WALLET } from './support.js';

type Answer = { name: string; request: { body?: string }; response: { body: unknown } };
type Recorded = { status: string; raw_result: string; events: unknown[]; vm_error: string | null };

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
  await using vm = await testVm();
  const got: Record<string, Recorded> = {};
  for (const name of Object.keys(receipts)) {
    const result = await mine(vm, toVmTransaction(decodeTransaction(sentTransaction(name))));
    got[name] = {
      status: result.status,
      raw_result: `0x${result.rawResult}`,
      events: result.events.map((event) => ({ ...event, committed: true })),
      vm_error: result.vmError,
    };
  }
  const want = Object.fromEntries(
    Object.entries(receipts).map(([name, { status, raw_result, events, vm_error }]) => [name, { status, raw_result, events, vm_error }]),
  );
  expect(got).toEqual(want);

  // What the conversation reads afterwards.
  expect(await read(vm, 'probe', 'get-counter')).toBe(uint(1));
  expect(await vm.dataVar(`${DEPLOYER}.probe`, 'counter')).toBe(uint(1));
  expect({ data: `0x${await vm.mapEntry(`${DEPLOYER}.probe`, 'seen', PRINCIPAL[DEPLOYER])}` }).toEqual(answerTo('map-entry'));
  expect({ data: `0x${await vm.constant(`${DEPLOYER}.probe`, 'ERR_X')}` }).toEqual(answerTo('constant'));
  expect(sorted(await vm.contractInterface(`${DEPLOYER}.probe`))).toEqual(sorted(answerTo('interface')));
  expect(sorted(await vm.contractInterface('ST000000000000000000002AMW42H.pox-4'))).toEqual(sorted(answerTo('interface-pox-4')));
  expect((await vm.contractSource(`${DEPLOYER}.probe`))?.source).toBe((answerTo('source') as { source: string }).source);
  for (const [name, fn] of Object.entries({
    'read-of-a-writing-function': 'inc',
    'read-private-function': 'priv',
    'read-unknown-function': 'nope',
  })) {
    expect(await vm.callReadOnly({ contract: `${DEPLOYER}.probe`, fn, args: [], sender: WALLET }), name).toEqual(answerTo(name));
  }
  expect(await vm.callReadOnly({ contract: `${DEPLOYER}.nope`, fn: 'x', args: [], sender: WALLET })).toEqual(
    answerTo('read-unknown-contract'),
  );
  expect(await vm.callReadOnly({ contract: `${DEPLOYER}.probe`, fn: 'get-counter', args: [uint(1)], sender: WALLET })).toEqual(
    answerTo('read-too-many-arguments'),
  );
  for (const [name, principal] of Object.entries({ deployer: DEPLOYER, wallet_1: WALLET, recipient: STRANGER })) {
    const { balance } = answerTo(`account-${name}-final`) as { balance: string };
    expect((await vm.account(principal)).balance, name).toBe(BigInt(balance));
  }
});

/** The node lists definitions in the order of a hash map. */
function sorted(body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body as Record<string, { name: string }[] | string>).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : value,
    ]),
  );
}
