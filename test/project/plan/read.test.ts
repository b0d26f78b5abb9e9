import { describe, expect, test } from 'vitest';
import { readPlan } from '#dist/project/plan/file/read.js';
import { DEPLOYER, planText, sampleProject, WALLET_1, WALLET_1_BTC, WALLET_2 } from './sample.js';

async function read(text: string) {
  await using project = await sampleProject({ files: { 'plan.yaml': text } });
  return await readPlan(project.root, 'plan.yaml');
}

/** Transactions without the functions and places of their source. */
const plain = ({ batches }: Awaited<ReturnType<typeof read>>) =>
  batches.flatMap(({ transactions }) => transactions.map(({ place: _, placeOf: __, ...fields }) => fields));

const CALL = { 'contract-id': `${DEPLOYER}.counter`, 'expected-sender': WALLET_1, method: 'add', cost: '5000' };
const callFields = (indent: string) =>
  [...Object.entries(CALL).map(([key, value]) => `${indent}${key}: ${value}`), `${indent}parameters:`, `${indent}  - u1`].join('\n');

describe('spellings', () => {
  const expected = [
    { type: 'contract-call', sender: WALLET_1, cost: 5_000n, contractId: `${DEPLOYER}.counter`, method: 'add', parameters: ['u1'] },
  ];

  test.each([
    ['a field transaction-type', `- transaction-type: contract-call\n${callFields('  ')}`],
    ['a mapping with the kind as its key', `- contract-call:\n${callFields('    ')}`],
    ['a YAML tag', `- !contract-call\n${callFields('  ')}`],
  ])('behavior: %s', async (_name, transaction) => {
    expect(plain(await read(planText(transaction)))).toEqual(expected);
  });

  test('behavior: a simnet plan has emulated transactions, which become real ones', async () => {
    const call =
      `- emulated-contract-call:\n    contract-id: ${DEPLOYER}.counter\n    emulated-sender: ${WALLET_1}\n    method: add\n` +
      '    parameters: ["u1"]';
    const source = 'contracts/counter.clar';
    const publish = `- emulated-contract-publish:\n    contract-name: counter\n    emulated-sender: ${DEPLOYER}\n    path: ${source}`;
    expect(plain(await read(planText(`${publish}\n${call}`, { network: 'simnet' })))).toEqual([
      {
        type: 'contract-publish',
        sender: DEPLOYER,
        cost: undefined,
        name: 'counter',
        path: 'contracts/counter.clar',
        clarityVersion: undefined,
      },
      { ...expected[0], cost: undefined },
    ]);
  });
});

test('behavior: all kinds, with values as they are written', async () => {
  const plan = await read(
    planText(`- requirement-publish:
    contract-id: SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait
    remap-sender: ${DEPLOYER}
    remap-principals:
      SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9: ${DEPLOYER}
    cost: 8400
    path: "./.cache/requirements/SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait.clar"
    clarity-version: 1
- contract-publish:
    contract-name: counter
    expected-sender: ${DEPLOYER}
    cost: 3000
    path: contracts\\counter.clar
    anchor-block-only: true
    clarity-version: 3
- contract-call:
    contract-id: ${DEPLOYER}.counter
    expected-sender: ${WALLET_1}
    method: set!
    parameters:
      - 0x00ff
      - true
      - "'${WALLET_2}"
      - u340282366920938463463374607431768211455
    cost: 18446744073709551615
- stx-transfer:
    expected-sender: ${WALLET_1}
    recipient: ${WALLET_2}
    mstx-amount: 9007199254740993
    memo: 0x616200
    cost: 200
- btc-transfer:
    expected-sender: ${WALLET_1_BTC}
    recipient: ${WALLET_1_BTC}
    sats-amount: 1000
    sats-per-byte: 10`),
  );
  expect(plain(plan)).toEqual([
    {
      type: 'requirement-publish',
      sender: DEPLOYER,
      cost: 8_400n,
      contractId: 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait',
      remaps: [{ from: 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9', to: DEPLOYER }],
      path: '.cache/requirements/SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait.clar',
      clarityVersion: 1,
    },
    { type: 'contract-publish', sender: DEPLOYER, cost: 3_000n, name: 'counter', path: 'contracts/counter.clar', clarityVersion: 3 },
    {
      type: 'contract-call',
      sender: WALLET_1,
      cost: 18_446_744_073_709_551_615n,
      contractId: `${DEPLOYER}.counter`,
      method: 'set!',
      parameters: ['0x00ff', 'true', `'${WALLET_2}`, 'u340282366920938463463374607431768211455'],
    },
    {
      type: 'stx-transfer',
      sender: WALLET_1,
      cost: 200n,
      recipient: WALLET_2,
      amount: 9_007_199_254_740_993n,
      memo: Buffer.from('616200', 'hex'),
    },
    { type: 'btc-transfer', sender: WALLET_1_BTC, recipient: WALLET_1_BTC, amount: 1_000n, satsPerByte: 10n },
  ]);
  expect(plan.batches[0]).toMatchObject({ epoch: '3.0', place: { file: 'plan.yaml', line: 9 } });
});

test('behavior: empty batches are left out, and a batch may lack its epoch', async () => {
  const text =
    'name: x\nnetwork: devnet\nplan:\n  batches:\n    - id: 0\n      transactions: []\n    - id: 1\n      transactions:\n' +
    `        - stx-transfer:\n            expected-sender: ${WALLET_1}\n            recipient: ${WALLET_2}\n` +
    '            mstx-amount: 1\n';
  expect((await read(text)).batches).toMatchObject([{ epoch: undefined, transactions: [{ type: 'stx-transfer', cost: undefined }] }]);
});

describe('broken plans', () => {
  const broken = (transaction: string, options?: Parameters<typeof planText>[1]) =>
    read(planText(transaction, options)).then(
      () => 'no error',
      (error: Error) => error.message,
    );
  const call = (changes: Record<string, string | undefined>) =>
    `- contract-call:\n${Object.entries({ ...CALL, parameters: '[u1]', ...changes })
      .flatMap(([key, value]) => (value === undefined ? [] : [`    ${key}: ${value}`]))
      .join('\n')}`;
  const text = (content: string) =>
    read(content).then(
      () => 'no error',
      (error: Error) => error.message,
    );

  test('error: golden messages', async () => {
    expect({
      'not YAML': await text('plan: [1, 2\nname: x'),
      'not a mapping': await text('- a\n- b'),
      'an unknown key': await text('name: x\nnetwork: devnet\nplans: {}'),
      'no plan': await text('name: x\nnetwork: devnet'),
      'a plan for mainnet': await broken('[]', { network: 'mainnet' }),
      'no network': await text('name: x\nplan:\n  batches: []'),
      'batches that are no list': await text('name: x\nnetwork: devnet\nplan:\n  batches:\n    id: 0'),
      'an unknown epoch': await broken(call({}), { epoch: '3.7' }),
      'an unknown kind': await broken('- contract-deploy:\n    contract-name: x'),
      'no kind': await broken(`- contract-id: ${DEPLOYER}.counter\n  method: add`),
      'an emulated transaction': await broken(`- emulated-contract-call:\n    contract-id: ${DEPLOYER}.counter`),
      'an unknown field': await broken(call({ argument: '1' })),
      'a missing field': await broken(call({ method: undefined })),
      'a wrong contract': await broken(call({ 'contract-id': 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZG.counter' })),
      'a wrong sender': await broken(call({ 'expected-sender': 'deployer' })),
      'parameters that are no list': await broken(call({ parameters: 'u1' })),
      'a nested parameter': await broken(call({ parameters: '[[u1]]' })),
      'a wrong function name': await broken(call({ method: '"add it"' })),
      'a wrong fee': await broken(call({ cost: '-1' })),
      'a wrong Clarity version': await broken(
        `- contract-publish:\n    contract-name: a\n    expected-sender: ${DEPLOYER}\n    path: a.clar\n    clarity-version: 9`,
      ),
      'a wrong contract name': await broken(
        `- contract-publish:\n    contract-name: 1a\n    expected-sender: ${DEPLOYER}\n    path: a.clar`,
      ),
      'a mainnet recipient': await broken(
        `- stx-transfer:\n    expected-sender: ${WALLET_1}\n    recipient: SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9\n    mstx-amount: 1`,
      ),
      'a wrong amount': await broken(`- stx-transfer:\n    expected-sender: ${WALLET_1}\n    recipient: ${WALLET_2}\n    mstx-amount: 1.5`),
      'a long memo': await broken(
        `- stx-transfer:\n    expected-sender: ${WALLET_1}\n    recipient: ${WALLET_2}\n    mstx-amount: 1\n` +
          `    memo: "0x${'00'.repeat(35)}"`,
      ),
      'a contract twice': await broken(
        `- contract-publish:\n    contract-name: a\n    expected-sender: ${DEPLOYER}\n    path: a.clar\n- contract-publish:\n` +
          `    contract-name: a\n    expected-sender: ${DEPLOYER}\n    path: b.clar`,
      ),
    }).toMatchInlineSnapshot(`
      {
        "a contract twice": "plan.yaml:15:11: plan: expected one transaction for each contract, received "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.a". Line 11 publishes it, too.",
        "a long memo": "plan.yaml:15:13: memo: expected 0x and at most 34 bytes of hex, received "0x0000000000000000000000000000000000000000000000000000000000000000000000"",
        "a mainnet recipient": "plan.yaml:13:13: recipient: expected a testnet Stacks address (ST… or SN…) or a contract of one (ST….name), received "SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9". This is a mainnet address; this network is a test network.",
        "a missing field": "plan.yaml:11:11: method: expected the name of a public function, received nothing. Add "method: …".",
        "a nested parameter": "plan.yaml:16:26: parameters: expected a list of Clarity values as text, received "a list"",
        "a plan for mainnet": "plan.yaml:4:1: network: expected devnet or simnet, received "mainnet". A plan for mainnet names accounts whose keys this network does not have.",
        "a wrong Clarity version": "plan.yaml:15:13: clarity-version: expected a Clarity version from 1 to 6, received "9"",
        "a wrong amount": "plan.yaml:14:13: mstx-amount: expected a whole number of micro-STX from 1 to 2^64 − 1, received "1.5"",
        "a wrong contract": "plan.yaml:12:13: contract-id: expected the principal of a contract (ST….name), received "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZG.counter". The address or the name is cut off or mistyped.",
        "a wrong contract name": "plan.yaml:12:13: contract-name: expected the name of a contract: 1 to 40 letters, digits, - or _, a letter first, received "1a"",
        "a wrong fee": "plan.yaml:15:13: cost: expected a fee in micro-STX, received "-1"",
        "a wrong function name": "plan.yaml:14:13: method: expected the name of a public function, received "add it"",
        "a wrong sender": "plan.yaml:13:13: expected-sender: expected the Stacks address of an account, received "deployer". The address is cut off or mistyped.",
        "an emulated transaction": "plan.yaml:11:11: transaction-type: expected a transaction of a devnet, for example contract-call, received "emulated-contract-call". Only plans with "network: simnet" have emulated-contract-call.",
        "an unknown epoch": "plan.yaml:17:7: epoch: expected an epoch from 2.0 to 4.0 as text, received "3.7"",
        "an unknown field": "plan.yaml:17:13: argument: expected a key of contract-call: contract-id, expected-sender, method, parameters, cost, anchor-block-only, received "argument". Correct the key, or remove it.",
        "an unknown key": "plan.yaml:3:1: plans: expected a key of a deployment plan: id, name, network, stacks-node, bitcoin-node, node, genesis, plan, received "plans". Correct the key, or remove it.",
        "an unknown kind": "plan.yaml:11:11: transaction-type: expected one of contract-publish, requirement-publish, contract-call, stx-transfer, btc-transfer, emulated-contract-publish, emulated-contract-call, received "contract-deploy"",
        "batches that are no list": "plan.yaml:4:3: batches: expected a list of mappings, received "a mapping"",
        "no kind": "plan.yaml:11:11: transaction-type: expected the kind of the transaction, received nothing. Add "transaction-type: contract-call" or another kind.",
        "no network": "plan.yaml:1:1: network: expected devnet or simnet, received nothing. Write "network: devnet".",
        "no plan": "plan.yaml:1:1: plan: expected a mapping with batches, received nothing. Add "plan:" with "batches:".",
        "not YAML": "plan.yaml:2:1: plan.yaml: expected valid YAML, received "name: x". The parser says: Flow sequence in block collection must be sufficiently indented and end with a ].",
        "not a mapping": "plan.yaml:1: plan.yaml: expected a deployment plan: a mapping with name, network and plan, received "a list"",
        "parameters that are no list": "plan.yaml:16:13: parameters: expected a list of Clarity values as text, received "u1"",
      }
    `);
  });

  test('error: a file that does not exist', async () => {
    await using project = await sampleProject();
    await expect(readPlan(project.root, 'deployments/other.yaml')).rejects.toThrowErrorMatchingInlineSnapshot(
      `[DevnetError: deployments/other.yaml: plan: expected a readable file, received nothing. Check the path of the deployment plan.]`,
    );
  });
});
