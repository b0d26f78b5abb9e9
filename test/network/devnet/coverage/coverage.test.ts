import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy, Pc, serializeCV } from '@stacks/transactions';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { account, bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { copyProject } from '../../../project/clarinet/fixture.js';
import { readLcov } from './lcov.js';
import { contract, DEPLOYER, run, source } from './run-call.js';

test('behavior: undone work counts once, and so do contracts that transactions deploy', async () => {
  await using folder = await temporaryFolder('coverage');
  const coverage = path.join(folder.path, 'lcov.info');
  await using devnet = await bootDevnet({ gateway: true, coverage, contracts: [contract('bank')] });
  const id = await devnet.snapshot();
  const deploy = {
    contractName: 'same',
    codeBody: source('bank'),
    senderKey: account(devnet, 'wallet_1').privateKey,
    network: devnet.network,
  };
  const transaction = await makeContractDeploy({ ...deploy, clarityVersion: 3, fee: 100_000n });
  await devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network: devnet.network })).txid);
  const other = await makeContractDeploy({ ...deploy, contractName: 'other', codeBody: '(define-read-only (one) u1)', fee: 10_000n });
  await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: other, network: devnet.network })).txid);
  await run(devnet, { contract: 'bank', fn: 'deposit', args: [Cl.uint(5)] });
  await devnet.restore(id);
  await run(devnet, { contract: 'bank', fn: 'withdraw', args: [Cl.uint(0)] });

  await using connected = await connectDevnet(devnet.urls.gateway);
  const wallet = account(devnet, 'wallet_1').stx.address;
  expect(await connected.writeCoverage()).toEqual({
    file: coverage,
    sources: 1,
    lines: { found: 47, hit: 18 },
    branches: { found: 16, hit: 4 },
    unknown: [`${wallet}.other`],
  });
  const lines = readLcov(readFileSync(coverage, 'utf8'))['bank.clar'];
  expect(lines).toMatchObject({ 'FNDA:deposit': 1, 'FNDA:withdraw': 1, 'DA:28': 1, 'DA:36': 1 });
});

test('behavior: a contract that a transaction deploys belongs to the file of the project with its source', async () => {
  await using folder = await temporaryFolder('coverage');
  using project = copyProject();
  const mock = '(define-public (double (n uint))\n  (ok (* n u2)))\n';
  project.write('tests/mocks/mock.clar', mock);
  project.write('tests/mocks/unused.clar', '(define-read-only (unused) u1)\n');
  project.write('node_modules/other/mock.clar', mock);
  const coverage = path.join(folder.path, 'lcov.info');
  await using devnet = await bootDevnet({ coverage, project: project.root, requirements: { fetch: false } });
  await devnet.stacks.deploy({ name: 'late', source: mock, as: 'deployer' });
  await devnet.stacks.deploy({ name: 'generated', source: '(define-read-only (one) u1)', as: 'deployer' });
  await devnet.contract('late').call('double', { n: 4n }, { as: 'deployer' });
  const { sources, unknown } = await devnet.writeCoverage();
  const report = readFileSync(coverage, 'utf8');
  expect(report.match(/^SF:.*$/gm)).toEqual([
    ...['counter', 'numbers', 'old', 'token'].map((name) => `SF:contracts/${name}.clar`),
    'SF:tests/mocks/mock.clar',
  ]);
  expect(sources).toBe(5);
  expect(readLcov(report)['mock.clar']).toMatchObject({ 'FNDA:double': 1, 'DA:2': 1 });
  expect(unknown).toEqual([expect.stringMatching(/^SP.*sip-010-trait-ft-standard$/), `${DEPLOYER}.generated`]);
});

test('behavior: a transaction that a post-condition aborts counts once, and so does a read of an older block', async () => {
  await using folder = await temporaryFolder('coverage');
  const coverage = path.join(folder.path, 'lcov.info');
  await using devnet = await bootDevnet({ coverage, contracts: [contract('bank')] });
  await run(devnet, { contract: 'bank', fn: 'deposit', args: [Cl.uint(5)] });
  const { stacks: block } = await devnet.status();
  await run(devnet, { contract: 'bank', fn: 'deposit', args: [Cl.uint(6)] });
  const { network } = devnet;
  const { privateKey: senderKey, stx } = account(devnet, 'wallet_2');
  const aborted = await makeContractCall({
    ...{
      contractAddress: DEPLOYER,
      contractName: 'bank',
      functionName: 'deposit',
      functionArgs: [Cl.uint(7)],
      senderKey,
      network,
      fee: 10_000n,
    },
    postConditions: [Pc.principal(stx.address).willSendEq(1).ustx()],
  });
  const receipt = await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: aborted, network })).txid);
  expect(receipt.status).toBe('abort_by_post_condition');
  const answer = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${DEPLOYER}/bank/classify?tip=${block.hash.slice(2)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: DEPLOYER, arguments: [`0x${serializeCV(Cl.uint(60))}`] }),
  });
  expect(await answer.json()).toMatchObject({ okay: true });
  await devnet.writeCoverage();
  const lines = readLcov(readFileSync(coverage, 'utf8'))['bank.clar'];
  expect(lines).toMatchObject({ 'FNDA:deposit': 3, 'DA:28': 3, 'DA:31': 3, 'FNDA:classify': 1, 'DA:15': 1, 'DA:16': 1 });
});

test('default: nothing is written without the setting', async () => {
  await using devnet = await bootDevnet({ contracts: [contract('bank')] });
  await expect(devnet.writeCoverage()).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'coverage' });
});

test('behavior: a report without known sources is a warning', async () => {
  const warnings: string[] = [];
  await using folder = await temporaryFolder('coverage');
  const coverage = path.join(folder.path, 'lcov.info');
  const devnet = await bootDevnet({ coverage, onWarning: (message) => warnings.push(message) });
  await devnet.close();
  expect(warnings).toEqual([expect.stringContaining('no contract was deployed')]);
});

test('error: a file that cannot be written, and engines without coverage', async () => {
  await expect(startDevnet({ coverage: '/nowhere/lcov.info' })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'coverage' });
  await expect(startDevnet({ coverage: tmpdir() })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'coverage' });
  await expect(startDevnet({ engine: 'native', coverage: path.join(tmpdir(), 'lcov.info') })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'coverage',
  });
});
