import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { MachineSource } from '#dist/node/stacks/vm/machine/machine.js';
import { bootMachine } from '#dist/node/stacks/vm/machine/machine.js';
import { execute } from '#dist/node/stacks/vm/machine/session.js';
import type { Datastore } from '#dist/node/stacks/vm/memory/session-memory.js';
import { readBootSession } from '#dist/node/stacks/vm/origin/make-table.js';
import { packedOrigin } from '#dist/node/stacks/vm/origin/packed-origin.js';
import { keyHash, openTable, packTable } from '#dist/node/stacks/vm/origin/table.js';
import { readSessionTable, TABLE_FILE } from '#dist/node/stacks/vm/origin/table-file.js';
import { temporaryFolder } from '../../../../disposable-folder.js';
import { machineSource, uint } from '../support.js';

let source: MachineSource;
let made: Datastore;
beforeAll(async () => {
  source = await machineSource();
  made = await readBootSession(source.code);
}, 60_000);

test('the table of the build has all that an ordinary session has', () => {
  const table = readSessionTable(source.code.digest);
  expect(table.values.size).toBeGreaterThan(100);
  expect(new Map(table.values)).toEqual(made.values);
  const packed = table.contracts.flatMap((contract) =>
    [...(table.metadata(contract) ?? [])].map(([key, text]) => ({ contract, key, text })),
  );
  const order = (a: { contract: string; key: string }, b: { contract: string; key: string }) =>
    `${a.contract} ${a.key}` < `${b.contract} ${b.key}` ? -1 : 1;
  expect(packed.toSorted(order)).toEqual(made.metadata.toSorted(order));
});

test('the table has the data sizes of a node', () => {
  const table = readSessionTable(source.code.digest);
  const size = (name: string) => table.metadata(`ST000000000000000000002AMW42H.${name}`)?.get('vm-metadata::9::contract-data-size');
  // GET /v2/clarity/metadata of stacks-node 4.0.2
  expect(['pox-4', 'bns', 'signers', 'costs-3'].map(size)).toEqual(['743', '1030', '64', '0']);
});

test('a network sees the boot contracts of its own kind only', () => {
  const table = readSessionTable(source.code.digest);
  const values = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'].map((boot) =>
    keyHash(`clarity-contract::${boot}.pox-4`),
  );
  const files = ['ST000000000000000000002AMW42H_pox-4_analysis', 'SP000000000000000000002Q6VF78_pox-4_analysis'];
  const seen = ({ value, metadata }: ReturnType<typeof packedOrigin>) => [
    ...values.map((hash) => value(hash) !== undefined),
    ...files.map((file) => metadata(file) !== undefined),
  ];
  expect(seen(packedOrigin([table]))).toEqual([true, false, true, false]);
  expect(seen(packedOrigin([table], { networkId: 1 }))).toEqual([false, true, false, true]);
});

test('a mainnet has chain id 1 and its boot contracts at SP addresses', async () => {
  const machine = await bootMachine({ ...source, origin: packedOrigin([readSessionTable(source.code.digest)], { networkId: 1 }) });
  machine.sdk.setEpoch('3.4');
  const sender = 'SP1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSSFEKMAB';
  const value = (snippet: string) => {
    const outcome = execute(machine, sender, snippet);
    return outcome.ok ? outcome.result : outcome.message;
  };
  expect(value('chain-id')).toBe(uint(1));
  expect(value('is-in-mainnet')).toBe('03');
  expect(value("(is-ok (contract-call? 'SP000000000000000000002Q6VF78.pox-4 get-pox-info))")).toBe('03');
  expect(value("(contract-call? 'ST000000000000000000002AMW42H.pox-4 get-pox-info)")).toMatch(/use of unresolved contract|NoSuchContract/);
});

test('a table of another build, damaged, or missing is an error that says what to do', async () => {
  await using folder = await temporaryFolder('session-table');
  const file = pathToFileURL(path.join(folder.path, 'session.table'));
  const remedy = 'Run "npm run build", or install the package again.';
  expect(() => readSessionTable(source.code.digest, file)).toThrow(remedy);
  await writeFile(file, packTable('ab'.repeat(32), { values: new Map([['vm-epoch::a', '00']]), metadata: [] }));
  expect(() => readSessionTable(source.code.digest, file)).toThrow(/is for another build of the Clarity VM \(abababababab, expected/);
  await writeFile(file, readFileSync(TABLE_FILE).subarray(0, 100));
  expect(() => readSessionTable(source.code.digest, file)).toThrow(remedy);
  expect(() => openTable(Buffer.from('something else'))).toThrow('not a session table');
});
