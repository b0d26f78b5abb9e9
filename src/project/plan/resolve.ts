import { resolve } from 'node:path';
import { readClarity } from '#platform/read-clarity.js';
import { adviceOf } from '../../base/advice.js';
import { DevnetError } from '../../base/error.js';
import { keyAddresses, payableScript } from '../../bitcoin/address.js';
import { ClaritySyntaxError, parseClarity, type Value } from '../../clarity/values.js';
import { compareEpochs, newestClarity } from '../clarinet/epochs.js';
import { placeAt, problem } from '../clarinet/problem.js';
import type { ClarityEpoch, Project, ProjectAccount } from '../clarinet/types.js';
import { removeSimnet } from '../source/remove-simnet.js';
import { renamePrincipals } from '../source/rename-principals.js';
import { reasonOf } from '../toml/document.js';
import { ownSbtc, remapBoot, remapStart, sbtcRemaps } from './remap.js';
import type { ResolvedPayment, ResolvedPlan, ResolvedPublish, ResolvedTransaction } from './resolved.js';
import type { BtcTransfer, ContractCall, ContractPublish, Plan, PlanBatch, PlanTransaction, Remap, RequirementPublish } from './types.js';

/** The network that a plan is for. */
export type PlanTarget = {
  epoch: ClarityEpoch;
  /** Who deployed the network's sBTC; undefined without sBTC. */
  sbtcDeployer: string | undefined;
  /** The contracts of the project and its requirements that are at genesis, by principal. */
  genesis: ReadonlySet<string>;
  /** Whether it is a fork of mainnet, whose boot contracts are those of mainnet. */
  isMainnet: boolean;
};

/**
 * Resolves what a plan names: files, accounts, contracts of other networks and values. Contracts at genesis are left out.
 * @throws DevnetError INVALID_INPUT naming file, line and key
 */
export async function resolvePlan(plan: Plan, project: Project, target: PlanTarget): Promise<ResolvedPlan> {
  const resolver = createResolver(project, target);
  const batches: ResolvedTransaction[][] = [];
  for (const batch of plan.batches) {
    checkEpoch(batch, target.epoch);
    const resolved: ResolvedTransaction[] = [];
    for (const transaction of batch.transactions) {
      const found = await resolver.resolve(transaction, batch.epoch ?? target.epoch);
      if (found !== undefined) resolved.push(found);
    }
    if (resolved.length > 0) batches.push(resolved);
  }
  return { name: plan.file ?? project.name, batches, feeRate: project.deploymentFeeRate, requirements: resolver.requirements };
}

function checkEpoch({ epoch, place }: PlanBatch, network: ClarityEpoch): void {
  if (epoch === undefined || compareEpochs(epoch, network) <= 0) return;
  throw problem(
    place,
    'epoch',
    `at most ${network}, the epoch of the network`,
    epoch,
    `Start the network with --epoch ${epoch}, or correct the batch.`,
  );
}

type Resolver = {
  resolve(transaction: PlanTransaction, epoch: ClarityEpoch): Promise<ResolvedTransaction | undefined>;
  requirements: ReadonlyMap<string, string>;
};

function createResolver(project: Project, { epoch: network, sbtcDeployer, genesis, isMainnet }: PlanTarget): Resolver {
  const requirements = new Map<string, string>();
  /** The ids that become others, in the order of the plan. */
  const remaps: Remap[] = sbtcRemaps(sbtcDeployer);
  const rename = (id: string): string => remapStart(isMainnet ? id : remapBoot(id), remaps);
  const renameIn = (source: string): string => renamePrincipals(source, rename);

  const signer = ({ sender, place, placeOf, cost: fee, type }: Exclude<PlanTransaction, BtcTransfer>) => {
    const account = project.accounts.find(({ address }) => address === sender);
    if (account === undefined)
      throw unknownSender(placeOf(senderKeyOf(type)), senderKeyOf(type), sender, project.accounts, ({ address }) => address);
    return { place, privateKey: account.privateKey, sender, fee };
  };

  const publish = async (
    transaction: ContractPublish | RequirementPublish,
    { name, epoch, known, remap }: { name: string; epoch: ClarityEpoch; known: Known | undefined; remap(source: string): string },
  ): Promise<ResolvedPublish> => {
    const { path } = transaction;
    const clarityVersion = transaction.clarityVersion ?? known?.clarityVersion ?? newestClarity(epoch);
    if (clarityVersion > newestClarity(network)) {
      const expected = `at most ${newestClarity(network)} in epoch ${network}`;
      throw problem(
        transaction.placeOf('clarity-version'),
        'clarity-version',
        expected,
        clarityVersion,
        'Start the network with a later --epoch.',
      );
    }
    const source = remap(known?.source ?? (await readSource(project.root, transaction)));
    checkCharacters(path, source);
    return { type: 'publish', ...signer(transaction), id: `${transaction.sender}.${name}`, name, source, path, clarityVersion };
  };

  const publishContract = async (transaction: ContractPublish, epoch: ClarityEpoch) => {
    const { name, sender } = transaction;
    const id = `${sender}.${name}`;
    if (genesis.has(id)) return undefined;
    const known = project.contracts.find((contract) => contract.id === id);
    return publish(transaction, { name, epoch, known, remap: renameIn });
  };

  const publishRequirement = async (transaction: RequirementPublish, epoch: ClarityEpoch) => {
    const { contractId, sender } = transaction;
    const [, name = ''] = contractId.split('.');
    const id = `${sender}.${name}`;
    const own = ownSbtc(contractId, sbtcDeployer) ?? (genesis.has(contractId) ? contractId : undefined);
    requirements.set(contractId, own ?? id);
    if (own !== undefined) {
      // The plan's own calls name the contract by the address that it would have.
      remaps.push({ from: id, to: own });
      return undefined;
    }
    const known = project.requirements.find((requirement) => requirement.contractId === contractId);
    const before = [...remaps];
    const remap = (source: string): string =>
      renamePrincipals(source, (id) => remapStart(isMainnet ? id : remapBoot(id), [...before, ...transaction.remaps]));
    const published = genesis.has(id) ? undefined : await publish(transaction, { name, epoch, known, remap });
    if (contractId !== id) remaps.push({ from: contractId, to: id });
    return published;
  };

  const resolveOne: Resolver['resolve'] = async (transaction, epoch) => {
    switch (transaction.type) {
      case 'contract-publish':
        return publishContract(transaction, epoch);
      case 'requirement-publish':
        return publishRequirement(transaction, epoch);
      case 'contract-call':
        return {
          type: 'call',
          ...signer(transaction),
          contract: rename(transaction.contractId),
          fn: transaction.method,
          args: readParameters(transaction, renameIn),
        };
      case 'stx-transfer': {
        const { amount, memo } = transaction;
        return { type: 'transfer', ...signer(transaction), recipient: rename(transaction.recipient), amount, memo };
      }
      case 'btc-transfer':
        return resolvePayment(transaction, project.accounts);
    }
  };
  return { resolve: resolveOne, requirements };
}

type Known = { source: string; clarityVersion: number };

function senderKeyOf(type: PlanTransaction['type']): string {
  return type === 'requirement-publish' ? 'remap-sender' : 'expected-sender';
}

function unknownSender(
  place: Parameters<typeof problem>[0],
  key: string,
  sender: string,
  accounts: readonly ProjectAccount[],
  addressOf: (account: ProjectAccount) => string,
): DevnetError {
  const known = accounts.map((account) => `${account.label} (${addressOf(account)})`).join(', ');
  return problem(place, key, 'the address of an account in settings/Devnet.toml', sender, `They are: ${known}.`);
}

function readParameters({ parameters, placeOf, sender }: ContractCall, rename: (source: string) => string): Value[] {
  return parameters.map((parameter, index) => {
    try {
      return parseClarity(rename(parameter), sender);
    } catch (error) {
      if (!(error instanceof ClaritySyntaxError)) throw error;
      const advice = parameter.startsWith('(') ? ' Expressions that compute a value are not supported: write the value.' : '';
      const hint = `Column ${error.column}: ${error.message}.${advice}`;
      throw problem(placeOf('parameters'), `parameters[${index}]`, 'a Clarity value', parameter, hint);
    }
  });
}

async function resolvePayment(transaction: BtcTransfer, accounts: readonly ProjectAccount[]): Promise<ResolvedPayment> {
  const { sender, recipient, place, placeOf, amount, satsPerByte } = transaction;
  const addresses = await Promise.all(accounts.map(async ({ privateKey }) => keyAddresses(privateKey.slice(0, 64), 'regtest')));
  const index = addresses.findIndex(({ p2pkh, p2wpkh }) => sender === p2pkh || sender === p2wpkh);
  const account = accounts[index];
  if (account === undefined) {
    throw unknownSender(
      placeOf('expected-sender'),
      'expected-sender',
      sender,
      accounts,
      (other) => addresses[accounts.indexOf(other)]?.p2pkh ?? '',
    );
  }
  try {
    await payableScript(recipient, 'regtest', 'recipient');
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
    throw problem(placeOf('recipient'), 'recipient', error.expected ?? 'a Bitcoin address', recipient, adviceOf(error));
  }
  return { type: 'payment', place, privateKey: account.privateKey.slice(0, 64), sender, recipient, amount, satsPerByte };
}

async function readSource(root: string, { path, placeOf }: ContractPublish | RequirementPublish): Promise<string> {
  const text = await readClarity(resolve(root, path)).catch((error: unknown) => {
    throw problem(placeOf('path'), 'path', 'a readable file', reasonOf(error) ?? path, 'Create the file, or correct the path.');
  });
  return removeSimnet(text);
}

/** The characters that a transaction may have in a source. */
const DEPLOYABLE = /[^\t\n\r\x20-\x7e]/;

/** @throws DevnetError INVALID_INPUT naming the place of a character that a node refuses */
function checkCharacters(path: string, source: string): void {
  const wrong = DEPLOYABLE.exec(source);
  if (wrong === null) return;
  throw problem(
    placeAt(path, source, wrong.index),
    'source',
    'ASCII characters only',
    wrong[0],
    'A Stacks node refuses other characters, also in comments.',
  );
}
