import path from 'node:path';
import { expect, test } from 'vitest';
import { projects } from './fixture.js';
import { loadFixture } from './load-fixture.js';

test('default: contracts come after those that they use, in the order of epochs', async () => {
  const { contracts } = await loadFixture(path.join(projects, 'dependencies'));
  expect(contracts.map(({ name }) => name)).toEqual([
    'trait-of-vaults',
    'info',
    'vault',
    'z-registry',
    'a-router',
    'by-address',
    'of-alice',
    'beside-alice',
    'vault-again',
  ]);
});

test('behavior: dependencies are calls, traits, constants that are called, and principals that can come before', async () => {
  const { contracts } = await loadFixture(path.join(projects, 'dependencies'));
  const dependencies = contracts.map((contract) => [contract.name, contract.dependencies.map((id) => id.split('.')[1])]);
  expect(Object.fromEntries(dependencies)).toEqual({
    'trait-of-vaults': [],
    info: [],
    vault: ['trait-of-vaults'],
    'z-registry': [],
    'a-router': ['trait-of-vaults', 'z-registry', 'vault'],
    'by-address': ['z-registry'],
    'of-alice': ['by-address'],
    'beside-alice': ['of-alice'],
    'vault-again': ['trait-of-vaults'],
  });
});
