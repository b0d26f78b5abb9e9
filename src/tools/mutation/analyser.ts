import { packageRoot } from '#platform/package-root.js';
import { withCaret } from '../../base/caret.js';
import { DevnetError, invalid } from '../../base/error.js';
import type { bootContracts as BootContracts, ClarityVm, ParsedSource } from '../../clarity/vm.js';
import { createClarityVm, type EpochName, type GenesisContract } from '../../clarity/vm.js';
import { toDeployed } from './deployed.js';
import { createSourceText } from './source-text.js';

/** A contract, and its file if that is mutated. */
export type AnalysedContract = GenesisContract & { file?: string | undefined };

/** Says which mutants a node would deploy. */
export type Analyser = {
  /**
   * Parses the first contract of a file. @throws DevnetError INVALID_INPUT for a file that is not valid without a change, naming the line
   */
  parse(file: string): ParsedSource;
  /** Returns whether all contracts of a file, and those that call them, are valid with another text of the file. */
  isValid(file: string, text: string): boolean;
};

/** @param contracts those that the network has at its genesis besides boot contracts, each after those that it calls */
export async function createAnalyser(contracts: readonly AnalysedContract[], epoch: EpochName): Promise<Analyser> {
  const { bootContracts } = (await import(new URL('bundle/clarity-boot-contracts.mjs', packageRoot).href)) as {
    bootContracts: typeof BootContracts;
  };
  const boot = bootContracts();
  const createVm = (all: readonly GenesisContract[]): ClarityVm => createClarityVm({ epoch, contracts: [...boot, ...all] });
  const vm = createVm(contracts);
  const contractsOf = (file: string): AnalysedContract[] => contracts.filter((contract) => contract.file === file);

  const isValidAmongOthers = (file: string, source: string): boolean => {
    const changed = contracts.map((contract) => (contract.file === file ? { ...contract, source } : contract));
    const first = changed.findIndex((contract) => contract.file === file);
    const other = createVm(changed);
    return changed.slice(first + 1).every((contract) => contract.file === file || other.analyse(contract).diagnostics.length === 0);
  };
  return {
    parse(file) {
      const found = contractsOf(file);
      for (const contract of found) {
        const [problem] = vm.analyse(contract).diagnostics;
        if (problem === undefined) continue;
        const { startLine = 1, startColumn = 1 } = problem.span ?? {};
        throw new DevnetError('INVALID_INPUT', `${file}:${startLine} is not a valid contract without a mutant: ${problem.message}`, {
          field: file,
          excerpt: withCaret(createSourceText(contract.source).line(startLine), startColumn),
        });
      }
      const [contract] = found;
      if (contract === undefined) throw invalid('contract', 'a contract of the project', file);
      return vm.parse(contract);
    },
    isValid(file, text) {
      const source = toDeployed(text);
      let hasSameInterface = true;
      for (const contract of contractsOf(file)) {
        const { diagnostics, interface: found } = vm.analyse({ ...contract, source });
        if (diagnostics.length > 0) return false;
        hasSameInterface &&= JSON.stringify(found) === JSON.stringify(vm.analyse(contract).interface);
      }
      return hasSameInterface || isValidAmongOthers(file, source);
    },
  };
}
