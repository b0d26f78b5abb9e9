import type { ExecutionCost } from '../../../clarity/failure.js';
import type { ContractCoverage } from '../../../stacks/contract-coverage.js';
import { type FileCoverage, formatLcov } from '../../../tools/coverage.js';
import type { ClarityCosts } from '../types.js';
import { BOOT_ADDRESSES } from './boot.js';
import type { LocalSession } from './session.js';

/** The limits of a block, and of memory in bytes, as clarinet-sdk reports them. */
const LIMIT: ExecutionCost = {
  writeLength: 15_000_000,
  writeCount: 15_000,
  readLength: 100_000_000,
  readCount: 15_000,
  runtime: 5_000_000_000,
};
const MEMORY_LIMIT = 100_000_000;

/** A call, as the report of costs lists it. */
export type CostEntry = { test_name: string; contract_id: string; method: string; args: string[]; cost_result: object };

export function toCosts(total: ExecutionCost, memory: number): ClarityCosts {
  return { memory, memory_limit: MEMORY_LIMIT, total, limit: LIMIT };
}

export function toCostEntry(call: Omit<CostEntry, 'cost_result'>, { memory, memory_limit, total, limit }: ClarityCosts): CostEntry {
  return { ...call, cost_result: { memory, memory_limit, total: snakeCase(total), limit: snakeCase(limit) } };
}

function snakeCase({ writeLength, writeCount, readLength, readCount, runtime }: ExecutionCost): object {
  return { write_length: writeLength, write_count: writeCount, read_length: readLength, read_count: readCount, runtime };
}

/**
 * Returns the coverage of contracts as LCOV, with a record for each test, and forgets it.
 * @param files the absolute paths of the project's contracts by id
 * @param bootFolder where sources of boot contracts are; undefined to leave them out
 */
export function takeLcov({ coverage }: LocalSession, files: ReadonlyMap<string, string>, bootFolder: string | undefined): string {
  const reports = coverage?.takeReports() ?? [];
  return reports.map(({ test, contracts }) => formatLcov(inFiles(contracts, files, bootFolder)).replace(/^TN:$/gm, `TN:${test}`)).join('');
}

function inFiles(
  contracts: readonly ContractCoverage[],
  files: ReadonlyMap<string, string>,
  bootFolder: string | undefined,
): FileCoverage[] {
  const found = new Map<string, ContractCoverage[]>();
  for (const report of contracts) {
    const path = files.get(report.contract) ?? bootFile(report.contract, bootFolder);
    if (path !== undefined) found.set(path, [...(found.get(path) ?? []), report]);
  }
  return [...found].map(([path, reported]) => ({ path, contracts: reported }));
}

function bootFile(id: string, folder: string | undefined): string | undefined {
  const [address = '', name] = id.split('.');
  return folder !== undefined && BOOT_ADDRESSES.includes(address) ? `${folder.replace(/\/$/, '')}/${name}.clar` : undefined;
}
