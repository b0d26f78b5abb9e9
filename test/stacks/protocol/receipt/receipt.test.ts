import { makeContractCall, makeContractDeploy } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';
import { readReceipt } from '#dist/stacks/protocol/receipt/receipt.js';

const common = { senderKey: '11'.repeat(32), fee: 1n, nonce: 0n, network: 'testnet' } as const;
const deploy = await makeContractDeploy({ ...common, contractName: 'c', codeBody: '(nope)' });
const call = await makeContractCall({
  ...common,
  contractAddress: 'ST000000000000000000002AMW42H',
  contractName: 'pox-4',
  functionName: 'f',
  functionArgs: [],
});
const block = { height: 1, hash: '0x00', burnHeight: 1 };

function reason(rawTx: string, outcome: Partial<StacksReceipt>): string | undefined {
  const cost = { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 };
  const aborted: StacksReceipt = {
    txid: '0x',
    rawTx,
    txIndex: 0,
    status: 'abort_by_response',
    rawResult: '0x0809',
    events: [],
    vmError: null,
    cost,
  };
  return readReceipt({ ...aborted, ...outcome }, block).reason;
}

const NOT_DEPLOYED = 'the contract was not deployed, and only the fee was charged';

test.each([
  [
    "expecting 'uint'",
    { vmError: ":0:0: expecting 'uint'", vmErrorPosition: { line: 2, column: 3 } },
    "expecting 'uint' (line 2, column 3)",
  ],
  [
    "expected closing ')'",
    { vmError: "expected closing ')'", vmErrorPosition: { line: 1, column: 7 } },
    "expected closing ')' (line 1, column 7)\n  (nope)\n        ^",
  ],
  ['a node without positions', { vmError: ':0:0: use of unresolved' }, 'use of unresolved'],
  ['a node built for development', { vmError: ':4:7: use of unresolved' }, 'use of unresolved (line 4, column 7)'],
  ['an error at run time', { vmError: 'DivisionByZero' }, 'DivisionByZero'],
  [
    'a function that the compiler does not know, reported at the head of its body',
    { vmError: "use of unresolved function 'nope'", vmErrorPosition: { line: 1, column: 1 } },
    "use of unresolved function 'nope' (line 1, column 2)\n  (nope)\n   ^",
  ],
  [
    'the same of a node without positions',
    { vmError: ":0:0: use of unresolved function 'nope'" },
    "use of unresolved function 'nope' (line 1, column 2)\n  (nope)\n   ^",
  ],
])('behavior: the reason of a deploy that failed: %s', (_name, outcome, detail) => {
  expect(reason(`0x${deploy.serialize()}`, outcome)).toBe(`${NOT_DEPLOYED}: ${detail}`);
});

test('behavior: the reason of code with at-block says which epoch has it', () => {
  const hint = 'at-block exists up to epoch 3.3, in Clarity 1 to 4';
  for (const vmError of [':0:0: (at-block ...) is not available in this epoch', ":0:0: use of unresolved function 'at-block'"]) {
    expect(reason(`0x${deploy.serialize()}`, { vmError })).toContain(`. ${hint}`);
  }
  expect(reason(`0x${call.serialize()}`, { vmError: 'AtBlockUnavailable' })).toContain(`. ${hint}`);
  expect(reason(`0x${call.serialize()}`, { vmError: 'UnwrapFailure' })).not.toContain('at-block');
});

test("behavior: the reason names the testnet's boot contract, where mainnet's was meant", () => {
  const hint = "This is mainnet's contract: here it is ST000000000000000000002AMW42H.pox-4";
  const mainnet = 'SP000000000000000000002Q6VF78.pox-4';
  expect(reason(`0x${deploy.serialize()}`, { vmError: `:0:0: use of unresolved contract '${mainnet}'` })).toBe(
    `${NOT_DEPLOYED}: use of unresolved contract '${mainnet}'. ${hint}`,
  );
  expect(reason(`0x${call.serialize()}`, { vmError: `NoSuchContract("${mainnet}")` })).toMatch(new RegExp(`rolled back: .*\\. ${hint}$`));
  expect(reason(`0x${call.serialize()}`, { vmError: 'NoSuchContract("ST000000000000000000002AMW42H.nowhere")' })).not.toContain('mainnet');
});

test('behavior: the reason of a call that failed', () => {
  const rawTx = `0x${call.serialize()}`;
  expect(reason(rawTx, { vmError: 'DivisionByZero' })).toBe(
    'the contract failed at runtime, so everything but the fee was rolled back: DivisionByZero',
  );
  expect(reason(rawTx, { rawResult: `0x0801${'00'.repeat(16)}` })).toBe(
    'the contract answered (err u0), so everything but the fee was rolled back',
  );
  expect(reason('0x', { vmError: 'DivisionByZero' })).toContain('failed at runtime');
});
