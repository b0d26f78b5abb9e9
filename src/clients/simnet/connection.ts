import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ClarityValue, deserializeCV, serializeCV } from '@stacks/transactions';
import { DevnetError, invalid } from '../../base/error.js';
import { with0x } from '../../base/hex.js';
import type { ClarityEpoch } from '../../project/clarinet.js';
import { newestClarity } from '../../project/clarinet.js';
import { runningDevnet } from '../../project/config.js';
import { readAmount, readCount, readTransferAmount } from './amount.js';
import { runCommand } from './commands.js';
import { mintedStx, mintedToken } from './minted.js';
import type { SessionTx } from './session/calls.js';
import type { SessionMethods } from './session/open.js';
import type { Outcome } from './session/outcome.js';
import { startThread } from './thread.js';
import type { Simnet, SimnetDeploy, SimnetResult, SimnetTransfer, SimnetTx } from './types.js';

/** How to connect to a running devnet. */
export type ConnectSimnetOptions = {
  /** The control key of the devnet; one on another machine needs it. @default `DEVNET_CONTROL_KEY` in the environment, else none */
  controlKey?: string | undefined;
};

/**
 * Connects to a running network, and returns an object with the synchronous interface of clarinet-sdk's simnet. Another thread speaks HTTP,
 * while this one waits. The first connection to a network takes a snapshot, which later ones and `initSession` restore, and stops blocks
 * that come by time.
 * @param url of the gateway; @default `DEVNET_URL` in the environment, else http://127.0.0.1:3999
 * @throws DevnetError INVALID_INPUT for a malformed URL. The first call throws NOT_REACHABLE, FORBIDDEN, UNSUPPORTED
 * @example const simnet = connectSimnet();
 */
export function connectSimnet(url?: string, { controlKey }: ConnectSimnetOptions = {}): Simnet {
  const thread = startThread(runningDevnet({ url, controlKey }));
  const ask = <Name extends keyof SessionMethods>(name: Name, ...args: Parameters<SessionMethods[Name]>) =>
    thread.ask(name, args) as Awaited<ReturnType<SessionMethods[Name]>>;
  const execute = (...txs: SessionTx[]): SimnetResult[] => ask('execute', txs).map(toResult);
  const executeOne = (tx: SessionTx): SimnetResult => execute(tx)[0] as SimnetResult;
  const mineBitcoin = (count?: number | null): number => ask('mine', { bitcoin: readCount(count) });
  const mineStacks = (count?: number | null): number => ask('mine', { stacks: readCount(count) });

  const simnet: NetworkMethods = {
    get blockHeight() {
      return ask('heights').height;
    },
    get stacksBlockHeight() {
      return ask('heights').height;
    },
    get burnBlockHeight() {
      return ask('heights').burnHeight;
    },
    get currentEpoch() {
      return ask('epoch');
    },
    get deployer() {
      return ask('accounts').get('deployer') ?? '';
    },
    set deployer(address) {
      throw new DevnetError('UNSUPPORTED', `simnet.deployer = '${address}': a network deploys with the account deployer.`);
    },
    async initSession() {
      ask('restore');
      // Calls block the event loop. Vitest 3 reports an error if a worker reads no answer of its main process for a minute.
      await nextTurn();
      await nextTurn();
    },
    callPublicFn: (contract, method, args, sender) => executeOne(toCall({ contract, method, args, sender })),
    callReadOnlyFn: (contract, method, args, sender) =>
      toResult({ result: ask('callReadOnlyFn', contract, method, args.map(serialize), sender), events: [] }),
    deployContract: (name, content, options, sender) => executeOne(toDeploy({ name, content, options, sender })),
    transferSTX: (amount, recipient, sender) => executeOne(toTransfer({ amount: readTransferAmount(amount), recipient, sender })),
    mineBlock: (txs) => execute(...txs.map(toTx)),
    mineEmptyBlock: () => mineBitcoin(),
    mineEmptyBlocks: mineBitcoin,
    mineEmptyBurnBlock: () => mineBitcoin(),
    mineEmptyBurnBlocks: mineBitcoin,
    mineEmptyStacksBlock: () => mineStacks(),
    mineEmptyStacksBlocks: mineStacks,
    getDataVar: (contract, dataVar) => deserializeCV(ask('getDataVar', contract, dataVar)),
    getMapEntry: (contract, mapName, mapKey) => deserializeCV(ask('getMapEntry', contract, mapName, serialize(mapKey))),
    getAccounts: () => ask('accounts'),
    getAssetsMap: () => ask('assets'),
    getContractSource: (contract) => ask('getContractSource', contract),
    getContractsInterfaces: () => ask('interfaces'),
    mintSTX: (recipient, amount) => mintedStx(recipient, ask('mint', recipient, readAmount(amount, 'amount'))),
    mintFT: (asset, recipient, amount) => mintedToken(recipient, ask('mintToken', asset, recipient, readAmount(amount, 'amount'))),
    execute: (snippet) => toResult(ask('runSnippet', snippet)),
    runSnippet(snippet) {
      try {
        return ask('runSnippet', snippet).result;
      } catch (error) {
        // The snippet failed, not the network.
        if (error instanceof DevnetError && error.code === 'REJECTED') return `error:\n${error.message}`;
        throw error;
      }
    },
    executeCommand: (command) => runCommand(simnet, command),
    getContractAST(contract) {
      const tree = ask('syntaxTree', contract);
      if (tree === undefined) throw new DevnetError('INVALID_INPUT', `contract source not found for ${contract}`, { field: 'contract' });
      return tree;
    },
    getBlockTime: () => ask('blockTime'),
    setEpoch(epoch) {
      const current = simnet.currentEpoch;
      if (epoch === current) return;
      throw new DevnetError(
        'UNSUPPORTED',
        `simnet.setEpoch('${epoch}'): the network is in epoch ${current}. Start it with epoch: '${epoch}'.`,
      );
    },
    getDefaultClarityVersionForCurrentEpoch: () => `Clarity ${newestClarity(ask('epoch') as ClarityEpoch)}`,
    setLocalAccounts: () => undefined,
    enablePerformance: () => undefined,
    clearCache: () => undefined,
    generateDeploymentPlan: async () => undefined,
    setCurrentTestName: () => undefined,
    getLastContractCallTrace: () => undefined,
    collectReport: () => ({ coverage: '', costs: '[]' }),
    close: thread.close,
  };
  return withoutTheRest(simnet);
}

/** The methods of clarinet-sdk's simnet that a network cannot have, and why. */
const UNSUPPORTED = {
  callPrivateFn: 'no transaction can call a private function',
  initEmptySession: 'the contracts and accounts of the project are in the genesis',
} as const;
type NetworkMethods = Omit<Simnet, keyof typeof UNSUPPORTED>;

/** Adds methods that say what a network cannot do, in the place of «not a function». */
function withoutTheRest(simnet: NetworkMethods): Simnet {
  for (const [name, why] of Object.entries(UNSUPPORTED)) {
    const value = () => {
      throw new DevnetError('UNSUPPORTED', `simnet.${name}: ${why} on a network. initSimnet() without a network can do this.`);
    };
    Object.defineProperty(simnet, name, { value });
  }
  return simnet as Simnet;
}

function toTx({ callPublicFn, deployContract, transferSTX, callPrivateFn, ...rest }: SimnetTx): SessionTx {
  if (callPublicFn !== undefined) return toCall(callPublicFn);
  if (deployContract !== undefined) return toDeploy(deployContract);
  if (transferSTX !== undefined) return toTransfer(transferSTX);
  throw invalid('txs', 'callPublicFn, deployContract or transferSTX', Object.keys({ ...(callPrivateFn && { callPrivateFn }), ...rest })[0]);
}

function toCall({ contract, method, args, sender }: { contract: string; method: string; args: ClarityValue[]; sender: string }): SessionTx {
  return { type: 'call', contract, method, args: args.map(serialize), sender };
}

function toDeploy({ name, content, options, sender }: SimnetDeploy): SessionTx {
  return { type: 'deploy', name, content, clarityVersion: options?.clarityVersion, sender };
}

function toTransfer({ amount, recipient, sender }: SimnetTransfer): SessionTx {
  return { type: 'transfer', amount: readAmount(amount, 'transferSTX.amount'), recipient, sender };
}

function serialize(value: ClarityValue): string {
  return with0x(serializeCV(value));
}

function toResult({ result, events }: Outcome): SimnetResult {
  return {
    result: deserializeCV(result),
    events: events.map(({ event, data }) => ({ event, data: withValue(data) })),
    costs: null,
    performance: undefined,
  };
}

function withValue(data: Outcome['events'][number]['data']): SimnetResult['events'][number]['data'] {
  const { raw_value: raw } = data;
  return typeof raw === 'string' ? { ...data, raw_value: raw, value: deserializeCV(raw) } : (data as Record<string, unknown> & object);
}
