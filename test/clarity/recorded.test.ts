import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ContractAnalysis } from '#dist/clarity/analysis/contract-analysis.js';
import { type ContractInterface, interfaceOf } from '#dist/clarity/analysis/interface.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { check } from './check.js';

/** A deploy that stacks-node 4.0.2 received in epoch 4.0, and what it said about it. */
type Deploy = { readonly contract: string; readonly version: ClarityVersion; readonly source: string } & (
  | {
      /** Functions and so on in the order of this project's interfaces: a node gives them any. */
      readonly interface: ContractInterface;
      /** Whether the execution succeeded, too. */
      readonly isKept: boolean;
    }
  | {
      readonly vmError: string;
      /** Runtime, reads and their bytes, writes and their bytes: nothing was executed. */
      readonly cost: readonly number[];
    }
);

const scenarios: readonly (readonly Deploy[])[] = JSON.parse(
  readFileSync(new URL('../fixtures/clarity/deploys.json', import.meta.url), 'utf8'),
);

test('346 recorded deploys are analysed as by stacks-node: interfaces, errors and costs', () => {
  expect(scenarios.flat()).toHaveLength(346);
  for (const scenario of scenarios) {
    const contracts = new Map<string, ContractAnalysis>();
    for (const deploy of scenario) {
      const { contract, version, source } = deploy;
      const { analysis, failure, costs } = check(source, { contract, version, contracts });
      if ('interface' in deploy) {
        expect(analysis && JSON.stringify(interfaceOf(analysis)), source).toBe(JSON.stringify(deploy.interface));
        if (deploy.isKept) contracts.set(contract, analysis as ContractAnalysis);
      } else {
        const cost = [costs.runtime, costs.readCount, costs.readLength, costs.writeCount, costs.writeLength];
        expect([failure?.vmError, cost], source).toEqual([deploy.vmError, deploy.cost]);
      }
    }
  }
});
