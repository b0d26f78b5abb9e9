import { readFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { isClarityEpoch } from '../../clarinet/epochs.js';
import { problem } from '../../clarinet/problem.js';
import { clarityEpochs } from '../../clarinet/types.js';
import { reasonOf } from '../../toml/document.js';
import type { Plan, PlanBatch, PlanTransaction } from '../types.js';
import { type PlanNetwork, readTransaction } from './transaction.js';
import { checkKeys } from './unknown-key.js';
import { parseYaml, type YamlMap } from './yaml.js';

const PLAN_KEYS = ['id', 'name', 'network', 'stacks-node', 'bitcoin-node', 'node', 'genesis', 'plan'];

/**
 * Reads a deployment plan of Clarinet, for a devnet or a simnet.
 * @param file absolute, or relative to the root of the project
 * @throws DevnetError INVALID_INPUT naming file, line and key
 */
export async function readPlan(root: string, file: string): Promise<Plan> {
  const path = resolve(root, file);
  const name = nameOf(root, path);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw problem({ file: name }, 'plan', 'a readable file', reasonOf(error), 'Check the path of the deployment plan.');
  });
  const document = await parseYaml(name, text);
  checkKeys(document, 'a deployment plan', PLAN_KEYS);
  const network = readNetwork(document);
  const plan = document.map('plan');
  if (plan === undefined) throw document.problem('plan', 'a mapping with batches', 'Add "plan:" with "batches:".');
  checkKeys(plan, 'plan', ['batches']);
  const batches = plan.maps('batches').map((batch) => readBatch(batch, network));
  checkNames(batches);
  return { file: name, batches: batches.filter(({ transactions }) => transactions.length > 0) };
}

/** Returns a path as messages show it: relative to the root if it is inside. */
function nameOf(root: string, path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

function readNetwork(document: YamlMap): PlanNetwork {
  const network = document.text('network', 'devnet or simnet');
  if (network === 'devnet' || network === 'simnet') return network;
  const hint =
    network === 'testnet' || network === 'mainnet'
      ? `A plan for ${network} names accounts whose keys this network does not have.`
      : undefined;
  throw document.problem('network', 'devnet or simnet', hint ?? 'Write "network: devnet".');
}

function readBatch(batch: YamlMap, network: PlanNetwork): PlanBatch {
  checkKeys(batch, 'a batch', ['id', 'transactions', 'epoch']);
  const expected = `an epoch from ${clarityEpochs[0]} to ${clarityEpochs.at(-1)} as text`;
  const epoch = batch.text('epoch', expected);
  if (epoch !== undefined && !isClarityEpoch(epoch)) throw batch.problem('epoch', expected);
  return { epoch, transactions: batch.maps('transactions').map((entry) => readTransaction(entry, network)), place: batch.place() };
}

/** @throws DevnetError INVALID_INPUT if two transactions publish the same contract */
function checkNames(batches: readonly PlanBatch[]): void {
  const seen = new Map<string, PlanTransaction>();
  for (const transaction of batches.flatMap(({ transactions }) => transactions)) {
    const id = publishedId(transaction);
    if (id === undefined) continue;
    const first = seen.get(id);
    seen.set(id, transaction);
    if (first === undefined) continue;
    throw problem(transaction.place, 'plan', 'one transaction for each contract', id, `Line ${first.place.line} publishes it, too.`);
  }
}

/** Returns the contract that a transaction publishes, by its id in the plan; undefined for other transactions. */
export function publishedId(transaction: PlanTransaction): string | undefined {
  if (transaction.type === 'contract-publish') return `${transaction.sender}.${transaction.name}`;
  if (transaction.type !== 'requirement-publish') return undefined;
  return `${transaction.sender}.${transaction.contractId.split('.')[1]}`;
}
