import { field, type Json, parseExactJson, parseJson, readBig, readObject } from '../../../../base/json.js';
import type { Contract } from '../../../../clarity/contract.js';
import { type DeployedValues, restoreContract } from '../../../../clarity/execution.js';
import { type PrincipalValue, UIntValue } from '../../../../clarity/values.js';
import type { RulesOf } from '../rules.js';
import type { ForkSourceAnswers } from './answers.js';
import { readAnalysis } from './json-analysis.js';
import { readValue } from './json-value.js';
import { contractKey, hashOfKey } from './key.js';

/** Keys of what a node keeps of a contract beside the state (`ContractDataVarName` and `AnalysisDatabase::storage_key` of stacks-core). */
const SOURCE = 'vm-metadata::9::contract-src';
const DATA_SIZE = 'vm-metadata::9::contract-data-size';
const CONTEXT = 'vm-metadata::9::contract';
const ANALYSIS = 'analysis';
const tokenOf = (name: string): string => `vm-metadata::7::${name}`;

type ContractReader = { answers: ForkSourceAnswers; tip: string; rulesOf: RulesOf; nextSlot: number };

/**
 * Reads a contract of a running network; undefined if it has none.
 * @throws Missing, ForkSourceFailure
 */
export function readContract(
  { answers, tip, rulesOf, nextSlot }: ContractReader,
  id: PrincipalValue,
): { contract: Contract; nextSlot: number } | undefined {
  const contract = id.text;
  const metadata = (key: string) => ({ type: 'metadata', contract, key, tip }) as const;
  const commitmentAt = { type: 'value', hash: hashOfKey(contractKey(contract)), tip } as const;
  const all = answers.readAll([commitmentAt, ...[SOURCE, DATA_SIZE, ANALYSIS].map(metadata)]);
  const [commitment, source, dataSize, analysisText] = all;
  if (commitment === undefined) return undefined;

  const readJson = (key: string): Json => parseExactJson(answers.read(metadata(key)) ?? '');
  const values: DeployedValues = {
    constant: (name) =>
      answers.understand(`the constant ${name} of ${contract}`, () => {
        const context = readObject(field(readObject(readJson(CONTEXT), 'a contract'), 'contract_context'), 'a contract');
        return readValue(field(readObject(field(context, 'variables'), 'constants'), name));
      }),
    cap: (token) =>
      answers.understand(
        `the token ${token} of ${contract}`,
        () => new UIntValue(readBig(readObject(readJson(tokenOf(token)), 'a token'), 'total_supply')),
      ),
  };
  return answers.understand(`the contract ${contract}`, () => {
    if (source === undefined || dataSize === undefined || analysisText === undefined) throw new Error('its metadata is not there');
    const analysis = readAnalysis(parseJson(analysisText));
    const { version, epoch } = analysis;
    const deployed = { id, version, source, analysis, height: heightOf(commitment), dataSize: Number(dataSize) };
    return restoreContract(deployed, { rules: rulesOf(epoch), nextSlot, values });
  });
}

/** A commitment is the hash of the source, and the height of the deploy (`ContractCommitment`). */
function heightOf(commitment: string): number {
  return Number.parseInt(commitment.slice(64, 72), 16);
}
