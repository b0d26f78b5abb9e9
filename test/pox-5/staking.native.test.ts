import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { bootDevnet, stacksGet } from '../devnet.js';
import { temporaryFolder } from '../disposable-folder.js';
import { testWithNodes } from '../engines/real-nodes/launch/native/real-nodes.js';
import { describePox5 } from './description.js';
import { stake } from './staking.js';

const fixture = async (name: string) => JSON.parse(await readFile(new URL(`../fixtures/pox-5/${name}.json`, import.meta.url), 'utf8'));

testWithNodes('real nodes, and an embedded network with their pox-5: the steps of staking have the recorded results', async () => {
  const manual = { mining: { bitcoin: 'manual' } } as const;
  // A boot from the cache is some Bitcoin blocks further.
  await using native = await bootDevnet({ ...manual, engine: 'native', cache: { enabled: false } });
  await using folder = await temporaryFolder('boot-contracts');
  await using embedded = await bootDevnet({ ...manual, cache: { dir: folder.path }, bootContracts: native.urls.stacks });
  const { bootContracts } = await embedded.status();
  expect(bootContracts?.contracts).toContain(POX_5);
  expect(bootContracts?.contracts.filter((contract) => contract.includes('sbtc'))).toEqual([]);

  const path = POX_5.replace('.', '/');
  const { source } = await stacksGet(native, `/v2/contracts/source/${path}`);
  expect((await stacksGet(embedded, `/v2/contracts/source/${path}`))['source']).toBe(source);
  for (const devnet of [native, embedded]) {
    const description = describePox5(await stacksGet(devnet, `/v2/contracts/interface/${path}`), String(source));
    expect(description).toEqual(await fixture('stacks-node-4.0.2'));
  }
  const recorded = await fixture('staking-4.0.2');
  expect(await stake(embedded)).toEqual(recorded);
  expect(await stake(native)).toEqual(recorded);
});
