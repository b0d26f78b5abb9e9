import { join } from 'node:path';
import type { ClarityValue } from '@stacks/transactions';
import { interfaceOf } from '../../../clarity/analysis.js';
import { hexOf } from '../../../clarity/bytes.js';
import { epochOf } from '../../../clarity/epoch.js';
import type { Value } from '../../../clarity/values.js';
import { displayValue, serialize } from '../../../clarity/values.js';
import { defaultVersion } from '../../../clarity/version.js';
import { readValue, toClarityValue } from '../../../clarity/vm.js';
import type { Project } from '../../../project/clarinet.js';
import { readAmount, readCount, readTransferAmount } from '../amount.js';
import { runCommand } from '../commands.js';
import { mintedStx, mintedToken } from '../minted.js';
import type { Simnet, SimnetResult, SimnetTx } from '../types.js';
import { contractAst } from './ast.js';
import { bootstrapAccounts } from './bootstrap-accounts.js';
import { toSimnetEvent } from './events.js';
import { deployProject } from './plan.js';
import { writePlanFile } from './plan-file.js';
import { loadSimnetProject } from './project.js';
import { type CostEntry, takeLcov, toCostEntry, toCosts } from './report.js';
import { type Executed, LocalSession, type SessionSnapshot } from './session.js';

/** What a simnet records. */
export type LocalSimnetOptions = {
  /** @default false: `costs` of results are `null` */
  trackCosts?: boolean | undefined;
  /** @default false */
  trackCoverage?: boolean | undefined;
};

/** A project that was deployed once. Each test begins with a copy. */
type Deployed = { session: LocalSession; project: Project; start: SessionSnapshot };

/** The caller that costs are about. */
type Call = { contract: string; method: string; args: readonly Value[] };

/** Creates a simnet in this thread. It has no contracts before `initSession`. */
export function createLocalSimnet({ trackCosts = false, trackCoverage = false }: LocalSimnetOptions = {}): Simnet {
  const projects = new Map<string, Promise<Deployed>>();
  let accounts = new Map<string, string>();
  let session = new LocalSession({ deployer: '', bootContracts: [], isCovered: trackCoverage });
  let project: Project | undefined;
  let testName = '';
  let costs: CostEntry[] = [];

  const toResult = ({ value, events, cost, memory }: Executed, call?: Call): SimnetResult => {
    const counted = trackCosts && call !== undefined ? toCosts(cost, memory) : null;
    if (call !== undefined && counted !== null) {
      const { contract, method, args } = call;
      const contract_id = session.idOf(contract)?.text ?? contract;
      costs.push(toCostEntry({ test_name: testName, contract_id, method, args: args.map(displayValue) }, counted));
    }
    return { result: toClarityValue(value), events: events.map(toSimnetEvent), costs: counted, performance: undefined };
  };
  const call = (contract: string, method: string, args: ClarityValue[], sender: string): SimnetResult => {
    const values = args.map((arg, at) => readValue(arg, `args[${at}]`));
    return toResult(session.call(contract, method, values, sender), { contract, method, args: values });
  };
  const run = ({ callPublicFn, callPrivateFn, deployContract, transferSTX }: SimnetTx): SimnetResult => {
    if (callPublicFn !== undefined) {
      session.requireAccess(callPublicFn.contract, callPublicFn.method, 'public');
      return call(callPublicFn.contract, callPublicFn.method, callPublicFn.args, callPublicFn.sender);
    }
    if (callPrivateFn !== undefined) {
      session.requireAccess(callPrivateFn.contract, callPrivateFn.method, 'private');
      return call(callPrivateFn.contract, callPrivateFn.method, callPrivateFn.args, callPrivateFn.sender);
    }
    if (deployContract !== undefined) {
      const { name, content, options, sender } = deployContract;
      return toResult(session.deploy(name, content, options?.clarityVersion, sender), { contract: name, method: 'deploy', args: [] });
    }
    if (transferSTX === undefined) throw 'Invalid transaction';
    return toResult(session.transfer(BigInt(transferSTX.amount), transferSTX.recipient, transferSTX.sender));
  };
  const mineOne = (tx: SimnetTx): SimnetResult => {
    if (tx.callPublicFn !== undefined) session.requireAccess(tx.callPublicFn.contract, tx.callPublicFn.method, 'public');
    if (tx.callPrivateFn !== undefined) session.requireAccess(tx.callPrivateFn.contract, tx.callPrivateFn.method, 'private');
    if (tx.transferSTX !== undefined) session.requireAddresses(tx.transferSTX.sender, tx.transferSTX.recipient);
    session.mine();
    return run(tx);
  };
  const times = (count: number | null | undefined, mine: () => void): void => {
    for (let left = readCount(count); left > 0; left--) mine();
  };
  const mineBurn = (count?: number | null): number => {
    times(count, () => session.mineBurn());
    return session.burnHeight;
  };
  const mineStacks = (count?: number | null): number => {
    times(count, () => session.mineStacks());
    return session.height;
  };

  async function deploy(folder: string, manifest: string, api: string | undefined): Promise<Deployed> {
    const loaded = await loadSimnetProject(folder, manifest, api);
    const deployer = loaded.accounts.find(({ label }) => label === 'deployer')?.address ?? '';
    const own = new LocalSession({ deployer, bootContracts: loaded.bootContracts, isCovered: trackCoverage });
    deployProject(own, loaded);
    await writePlanFile(loaded).catch((error: unknown) => process.emitWarning(`cannot write the plan of the simnet: ${String(error)}`));
    return { session: own, project: loaded, start: own.snapshot() };
  }

  const simnet: Simnet = {
    get blockHeight() {
      return session.height;
    },
    get stacksBlockHeight() {
      return session.height;
    },
    get burnBlockHeight() {
      return session.burnHeight;
    },
    get currentEpoch() {
      return session.epoch;
    },
    get deployer() {
      return session.deployer;
    },
    set deployer(address: string) {
      session.deployer = address;
    },
    async initSession(cwd = process.cwd(), manifestPath = './Clarinet.toml', apiUrl?: string | null) {
      const key = join(cwd, manifestPath);
      const pending = projects.get(key) ?? deploy(cwd, manifestPath, apiUrl ?? undefined);
      projects.set(key, pending);
      const deployed = await pending.catch((error: unknown) => {
        projects.delete(key);
        throw error;
      });
      ({ session, project } = deployed);
      session.restore(deployed.start);
      session.deployer = project.accounts.find(({ label }) => label === 'deployer')?.address ?? '';
      accounts = new Map(project.accounts.map(({ label, address }) => [label, address]));
    },
    async initEmptySession() {
      accounts = await bootstrapAccounts();
      session = new LocalSession({ deployer: accounts.get('deployer') ?? '', bootContracts: [], isCovered: trackCoverage });
      project = undefined;
    },
    callPublicFn: (contract, method, args, sender) => mineOne({ callPublicFn: { contract, method, args, sender } }),
    callPrivateFn: (contract, method, args, sender) => mineOne({ callPrivateFn: { contract, method, args, sender } }),
    callReadOnlyFn(contract, method, args, sender) {
      session.requireAccess(contract, method, 'read-only');
      return call(contract, method, args, sender);
    },
    deployContract: (name, content, options, sender) => mineOne({ deployContract: { name, content, options, sender } }),
    transferSTX: (amount, recipient, sender) => mineOne({ transferSTX: { amount: readTransferAmount(amount), recipient, sender } }),
    mineBlock(txs) {
      for (const { transferSTX } of txs) if (transferSTX !== undefined) readAmount(transferSTX.amount, 'transferSTX.amount');
      session.mine();
      return txs.map(run);
    },
    mineEmptyBlock: () => mineBurn(),
    mineEmptyBlocks: mineBurn,
    mineEmptyBurnBlock: () => mineBurn(),
    mineEmptyBurnBlocks: mineBurn,
    mineEmptyStacksBlock() {
      session.mineStacks('mineEmptyBurnBlock');
      return session.height;
    },
    mineEmptyStacksBlocks: mineStacks,
    execute: (snippet) => toResult(session.execute(snippet)),
    runSnippet(snippet) {
      try {
        return `0x${hexOf(serialize(session.execute(snippet).value))}`;
      } catch (error) {
        return String(error).replace(/^error: /, 'error:\n');
      }
    },
    executeCommand: (command) => runCommand(simnet, command, (sender) => session.senderOf(sender).text),
    getDataVar: (contract, variable) => toClarityValue(session.dataVar(contract, variable)),
    getMapEntry: (contract, map, key) => toClarityValue(session.mapEntry(contract, map, readValue(key, 'mapKey'))),
    getAccounts: () => new Map(accounts),
    setLocalAccounts: () => undefined,
    getAssetsMap: () => session.ledger.toMap(),
    getBlockTime: () => BigInt(session.time),
    getContractSource: (contract) => session.contract(contract)?.source,
    getContractAST(contract) {
      const found = session.contract(contract);
      if (found === undefined) throw new Error(`contract source not found for ${session.idOf(contract)?.text ?? contract}`);
      return contractAst(found);
    },
    getContractsInterfaces() {
      const found = session.contracts.flatMap((id) => {
        const contract = session.contract(id.text);
        return contract === undefined ? [] : [[id.text, interfaceOf(contract.analysis)] as const];
      });
      return new Map(found);
    },
    getDefaultClarityVersionForCurrentEpoch: () => `Clarity ${defaultVersion(epochOf(session.epoch))}`,
    getLastContractCallTrace: () => undefined,
    mintSTX: (recipient, amount) => mintedStx(recipient, session.mintStx(recipient, readAmount(amount, 'amount'))),
    mintFT: (asset, recipient, amount) => mintedToken(recipient, session.mintToken(asset, recipient, readAmount(amount, 'amount'))),
    setEpoch: (epoch) => session.setEpoch(epoch),
    setCurrentTestName(name) {
      testName = name;
      session.coverage?.begin(name);
    },
    enablePerformance: () => undefined,
    clearCache: () => projects.clear(),
    async generateDeploymentPlan() {
      // The order of deployment follows from the sources at each start.
    },
    collectReport(includeBoot = false, bootFolder = '') {
      const files = new Map(project?.contracts.map(({ id, path }) => [id, join(project?.root ?? '', path)]));
      const report = { coverage: takeLcov(session, files, includeBoot ? bootFolder : undefined), costs: JSON.stringify(costs) };
      costs = [];
      return report;
    },
    close: () => undefined,
  };
  return simnet;
}
