import { expect, test } from 'vitest';
import { latestEpoch } from '#dist/project/clarinet/latest-epoch.js';
import { copyProject } from './fixture.js';
import { loadFixture } from './load-fixture.js';

const PACKAGE = 'node_modules/@stacks/clarinet-sdk/package.json';

test.each([
  ['3.21.0', '4.0', '3.4', undefined],
  ['3.24.1', '4.0', '4.0', undefined],
  ['4.0.0', '4.0', '4.0', undefined],
  ['3.21.0', '3.3', '3.3', '3.3, the epoch of the network; @stacks/clarinet-sdk 3.21.0 means 3.4'],
  ['2.3.2', '4.0', '4.0', '4.0, the epoch of the network, because what @stacks/clarinet-sdk 2.3.2 means is unknown'],
] as const)('behavior: with clarinet-sdk %s on a network of epoch %s, latest is %s', async (version, network, epoch, difference) => {
  using project = copyProject();
  project.write(PACKAGE, JSON.stringify({ version }));
  expect(await latestEpoch(project.root, network)).toEqual({ epoch, difference });
});

test('behavior: one notice names the contracts, if latest is not what clarinet-sdk means; none without a clarinet-sdk', async () => {
  using project = copyProject();
  const load = async () => {
    const steps: string[] = [];
    const { contracts } = await loadFixture(project.root, { epoch: '3.3', onProgress: (step) => steps.push(step) });
    expect(contracts.find(({ name }) => name === 'token')).toMatchObject({ epoch: '3.3', clarityVersion: 4 });
    return steps;
  };
  expect(await load()).toEqual([]);
  project.write(PACKAGE, JSON.stringify({ version: '3.21.0' }));
  expect(await load()).toEqual([
    expect.stringMatching(
      /^Clarinet\.toml:\d+:1: epoch = "latest" of token is 3\.3, the epoch of the network; @stacks\/clarinet-sdk 3\.21\.0 means 3\.4$/,
    ),
  ]);
});
