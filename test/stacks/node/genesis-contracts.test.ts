import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { call } from './transactions.js';

const BASE = `
  (define-constant STEP u3)
  (define-data-var total uint u0)
  (define-public (add) (ok (var-set total (+ (var-get total) STEP))))`;
const CALLER = '(define-public (twice) (begin (unwrap-panic (contract-call? .base add)) (contract-call? .base add)))';
const contracts = [
  { deployer: DEPLOYER.address, name: 'base', source: BASE },
  { deployer: DEPLOYER.address, name: 'caller', source: CALLER, clarityVersion: 2 },
];

test('default: contracts are there from the beginning, and no account has sent them', async () => {
  await using node = await startTestNode({ contracts });
  const ask = async (path: string) => (await fetch(`${node.url}${path}?proof=0`)).json() as Promise<Record<string, unknown>>;
  expect(await ask(`/v2/accounts/${DEPLOYER.address}`)).toMatchObject({ nonce: 0 });
  const { height } = node.tip();
  const source = await ask(`/v2/contracts/source/${DEPLOYER.address}/base`);
  expect(source).toMatchObject({ source: BASE, publish_height: height });
  expect(await ask(`/v2/contracts/interface/${DEPLOYER.address}/caller`)).toMatchObject({ clarity_version: 'Clarity2' });
  expect(await ask(`/v2/constant_val/${DEPLOYER.address}/base/STEP`)).toEqual({ data: `0x01${'00'.repeat(15)}03` });

  await call(node.url, WALLET_1, { contract: `${DEPLOYER.address}.caller`, fn: 'twice', nonce: 0n });
  await expect.poll(() => ask(`/v2/data_var/${DEPLOYER.address}/base/total`)).toEqual({ data: `0x01${'00'.repeat(15)}06` });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  await node.burnReorg(BOOT_HEIGHT);
  expect(await ask(`/v2/data_var/${DEPLOYER.address}/base/total`)).toEqual({ data: `0x01${'00'.repeat(15)}06` });
});

test('error: a contract that cannot be deployed, or has no name that can be', async () => {
  const broken = { deployer: DEPLOYER.address, name: 'broken', source: '(define-public (f) (ok nothing))' };
  await expect(startTestNode({ contracts: [broken] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: `contracts[${DEPLOYER.address}.broken]`,
    received: expect.stringContaining('nothing'),
  });
  await expect(startTestNode({ contracts: [{ ...broken, name: 'no name' }] })).rejects.toMatchObject({ field: 'contracts' });
  await expect(startTestNode({ contracts: [{ ...broken, epoch: '9.9' }] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: `contracts[${DEPLOYER.address}.broken].epoch`,
    received: '"9.9"',
  });
});
