import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { clarityText } from '../../clarity/values.js';
import {
  type CallReceipt,
  type ContractInternals,
  type DeployReceipt,
  type LooseContract,
  readClarityArguments,
} from '../../network/contract.js';
import type { FaucetCoin, FaucetPayment, MineRequest, MineTarget, StacksTxReceipt } from '../../network/data.js';
import { recipientOf } from '../../network/devnet.js';
import { type AnyOperation, chaos, type Fields, type Rows } from '../../network/operations.js';
import type { Devnet } from '../../network/types.js';
import { readSource } from '../../project/source.js';
import { limitEvents } from '../../stacks/receipt.js';
import { eventText } from '../../tools/story.js';
import { LONGEST_QUERY, searchDocs } from './docs-search.js';
import type { Connection, StartRequest } from './network.js';
import { callOperation, operationTool, toolsOfRows } from './operations.js';
import { argumentsOf, count, defineTool, flag, type Tool, text, texts } from './tool.js';

/** Starts and describes the network. */
const networkTools = [
  defineTool<StartRequest & { fresh?: boolean }>({
    name: 'start',
    description: 'Use the running devnet, or start one on this machine if none runs. Returns its status.',
    kind: 'destroys',
    input: argumentsOf({
      fresh: flag('start a new network in any case; the one that this server started before ends'),
      engine: { enum: ['embedded', 'native', 'docker'], description: 'embedded, native or docker; default: embedded' },
      project: text('folder of a Clarinet project to deploy; default: the one around the working folder'),
    }),
    async run(args, network) {
      const { started, devnet } = await network.start(args);
      return { started, ...(await devnet.status()) };
    },
  }),
  defineTool<{ keys?: boolean }>({
    name: 'accounts',
    description: 'The funded accounts: names, addresses, balances in micro-STX and sats, nonces.',
    kind: 'reads',
    input: argumentsOf({ keys: flag('also private keys and mnemonics; default: false') }),
    async run({ keys = false }, network) {
      const { devnet } = await network.use();
      return (await devnet.balances()).map(({ name, stx, btc }) => {
        const account = Object.values(devnet.accounts).find((candidate) => candidate.name === name);
        return {
          name,
          stx: { address: account?.stx.address, ...stx },
          btc: { address: account?.btc.address, ...btc },
          ...(keys && { privateKey: account?.privateKey, mnemonic: account?.mnemonic }),
        };
      });
    },
  }),
];

type Mine = { bitcoin?: number; stacks?: number; until?: Record<string, unknown> };

/** Pays from the faucets, and mines. */
const paymentTools = [
  defineTool<{ coin: FaucetCoin; to: string; amount?: string }>({
    name: 'fund',
    description: 'Pay from the faucet and wait for the block.',
    kind: 'changes',
    input: argumentsOf(
      {
        coin: { enum: ['btc', 'stx', 'sbtc'], description: 'btc, stx or sbtc' },
        to: text('address, contract or name of an account'),
        amount: text('base units such as 1500000, or with a unit such as 1.5STX; default: 1BTC, 500STX or 0.01sBTC'),
      },
      ['coin', 'to'],
    ),
    async run({ coin, to, amount }, network) {
      const { devnet } = await network.use();
      const chain = coin === 'btc' ? 'btc' : 'stx';
      const address = recipientOf(to, devnet.accounts, { chain, field: 'to', expected: 'an address' });
      const { txId, amount: paid, block } = await callOperation<FaucetPayment>(devnet, `faucet.${coin}`, { address, amount });
      return { txId, to: address, amount: paid, block };
    },
  }),
  defineTool<Mine>({
    name: 'mine',
    description:
      'Mine blocks now: Bitcoin blocks with the Stacks tenures that follow, Stacks blocks, or up to a target. Give one of the three.',
    kind: 'changes',
    input: argumentsOf({
      bitcoin: count('Bitcoin blocks'),
      stacks: count('Stacks blocks'),
      until: {
        type: 'object',
        description: 'one of {burnHeight}, {stacksHeight}, {cycle}, {phase: reward|prepare}, {epoch}',
      },
    }),
    async run({ until, ...blocks }, network) {
      const { devnet } = await network.use();
      const given = [...Object.keys(blocks), ...(until === undefined ? [] : ['until'])];
      if (given.length !== 1) throw invalid('arguments', 'one of bitcoin, stacks and until', given.join(', '));
      return until === undefined ? devnet.mine(blocks as MineRequest) : devnet.mineUntil(until as MineTarget);
    },
  }),
];

const contract = text('name of a contract of the project or of deployer, or ST….name');
const args = texts("arguments in Clarity's syntax, such as u5, 'ST…, wallet_1, .token, (some 0x00), {n: u1}");
const as = text('name of an account that signs; default: deployer');

type Call = { contract: string; function: string; args?: string[]; as?: string };

/** Deploys, calls, reads and simulates contracts. */
const contractTools = [
  defineTool<{ name: string; source?: string; path?: string; as?: string; clarityVersion?: number }>({
    name: 'deploy',
    description: 'Deploy a contract, from source or from a file, and wait for the block.',
    kind: 'changes',
    input: argumentsOf(
      {
        name: text('name of the contract'),
        source: text('Clarity source'),
        path: text('file with Clarity source, instead of source'),
        as,
        clarityVersion: { type: 'integer', minimum: 1, maximum: 6, description: '1 to 6; default: the newest of the epoch' },
      },
      ['name'],
    ),
    async run({ name, source, path, as: who = 'deployer', clarityVersion }, network) {
      if ((source === undefined) === (path === undefined)) throw invalid('source', 'one of source and path', source);
      const { devnet } = await network.use();
      const code = source ?? (await readSource(resolve(network.cwd, path ?? ''), 'path'));
      const receipt: DeployReceipt = await devnet.stacks.deploy({ name, source: code, as: who, clarityVersion });
      return { contract: receipt.contract, ...shortReceipt(receipt) };
    },
  }),
  defineTool<Call>({
    name: 'call',
    description: 'Call a public function with a signed transaction and wait for the block. An abort has status, reason and source line.',
    kind: 'changes',
    input: argumentsOf({ contract, function: text('public function'), args, as }, ['contract', 'function']),
    async run({ contract: name, function: fn, args: given = [], as: who = 'deployer' }, network) {
      const { devnet } = await network.use();
      const receipt: CallReceipt = await devnet.contract(name).call(fn, readClarityArguments(given, devnet), { as: who });
      return shortReceipt(receipt);
    },
  }),
  defineTool<Call>({
    name: 'read',
    description: 'Call a read-only function, without a transaction. Returns the value in Clarity syntax.',
    kind: 'reads',
    input: argumentsOf({ contract, function: text('read-only function'), args, as: text('tx-sender: an account or an address') }, [
      'contract',
      'function',
    ]),
    async run({ contract: name, function: fn, args: given = [], as: who }, network) {
      const { devnet } = await network.use();
      const client = devnet.contract(name) as LooseContract & ContractInternals;
      return clarityText(await client.readValue(fn, readClarityArguments(given, devnet), { as: who }));
    },
  }),
  defineTool<Call & { mine?: number }>({
    name: 'simulate',
    description:
      'Run a call by any account on the state of the tip, without a block or a signature. Returns result, reason, events and cost.',
    kind: 'reads',
    input: argumentsOf(
      {
        contract,
        function: text('public or read-only function'),
        args,
        as: text('sender: an account or any address; default: deployer'),
        mine: count('Bitcoin blocks to mine before the call, in the simulation only'),
      },
      ['contract', 'function'],
    ),
    async run({ contract: name, function: fn, args: given = [], as: who = 'deployer', mine }, network) {
      const { devnet } = await network.use();
      const { steps } = await devnet.simulate({
        steps: [
          ...(mine === undefined ? [] : [{ type: 'mine', bitcoin: mine } as const]),
          {
            type: 'call',
            sender: senderOf(who, devnet),
            contract: devnet.contract(name).id,
            function: fn,
            args: readClarityArguments(given, devnet),
          },
        ],
      });
      return steps.at(-1);
    },
  }),
];

function senderOf(who: string, { accounts }: Devnet): string {
  return recipientOf(who, accounts, { chain: 'stx', field: 'as', expected: 'the address of an account' });
}

/** What a reader of a receipt asks for first. Values are in Clarity's syntax. */
function shortReceipt(receipt: StacksTxReceipt): object {
  const { txid, status, result, reason, origin, events, omittedEvents, cost, block } = limitEvents(receipt);
  return { txid, status, result: result.repr, reason, origin, events: events.map(eventText), omittedEvents, cost, block };
}

/** The operations that begin a fault, by its name: that of its command and its path. */
const faults = new Map(
  Object.entries(chaos as Readonly<Record<string, AnyOperation>>)
    .filter(([, { http }]) => http?.method === 'POST')
    .map(([name, { http, input }]) => [
      http?.path.split('/').at(-1) ?? name,
      { operation: `chaos.${name}`, fields: Object.keys(input as Fields) },
    ]),
);
const faultNames = [...faults.keys()];
const described = [...faults].map(([name, { fields }]) => (fields.length === 0 ? name : `${name} {${fields.join(', ')}}`));

/** Makes the network misbehave. */
const chaosTools = [
  defineTool<{ fault?: string; options?: object; stop?: string }>({
    name: 'chaos',
    description: `Begin a fault, or stop one. Options: ${described.join(', ')}.`,
    kind: 'destroys',
    input: argumentsOf({
      fault: { enum: faultNames, description: `one of ${faultNames.join(', ')}` },
      options: { type: 'object', description: 'options of the fault' },
      stop: text('id of a fault, or all'),
    }),
    async run({ fault, options = {}, stop }, network) {
      const { devnet } = await network.use();
      if (fault !== undefined && stop !== undefined) throw invalid('stop', 'no fault beside it', stop);
      if (stop === 'all') await callOperation(devnet, 'chaos.clear');
      else if (stop !== undefined) await callOperation(devnet, 'chaos.stop', { id: stop });
      const begun = fault === undefined ? undefined : await callOperation(devnet, faults.get(fault)?.operation ?? fault, options);
      return { ...(fault === 'reorg' && { reorg: begun }), ...(await callOperation<object>(devnet, 'chaos.active')) };
    },
  }),
];

/** The log of what happened on the network. */
const EVENTS = 'events';
const LINES = 50;

/** Reads logs and the documentation. */
const readingTools = [
  defineTool<{ service?: string; lines?: number }>({
    name: 'logs',
    description: 'The last lines of a log: events of the network since this server knows it, or the output of one of its programs.',
    kind: 'reads',
    input: argumentsOf({
      service: text(`${EVENTS}, or the name of a program; default: ${EVENTS}`),
      lines: { ...count(`1 to 1000; default: ${LINES}`), maximum: 1_000 },
    }),
    async run({ service = EVENTS, lines = LINES }, network) {
      const { events, gateway } = await network.use();
      if (service === EVENTS) return (await events.last(lines)).join('\n') || 'nothing happened yet';
      await checkService(service, gateway);
      return readAll(await gateway.stream(`/devnet/v1/logs/${encodeURIComponent(service)}?tail=${lines}`, AbortSignal.timeout(10_000)));
    },
  }),
  defineTool<{ query: string }>({
    name: 'docs',
    description: 'Search the documentation of stacks-devnet. Returns the sections that fit best.',
    kind: 'reads',
    input: argumentsOf({ query: { ...text(`a few words, at most ${LONGEST_QUERY} characters`), maxLength: LONGEST_QUERY } }, ['query']),
    run: async ({ query }) => searchDocs(query),
  }),
];

async function checkService(service: string, gateway: Connection['gateway']): Promise<void> {
  const { body } = await gateway.ask('GET', '/devnet/v1/logs');
  const logs = Array.isArray(body['logs']) ? body['logs'].filter(isRecord) : [];
  const names = logs.map(({ name }) => String(name));
  if (!names.includes(service)) throw invalid('service', [EVENTS, ...names].join(', '), service);
}

const byHand: readonly Tool[] = [...networkTools, ...paymentTools, ...contractTools, ...chaosTools, ...readingTools];

/** Returns all tools. An agent reads their descriptions in each conversation, so they are few and short. */
export function createTools(operations: Rows): readonly Tool[] {
  const names = byHand.map(({ name }) => name);
  return [...byHand, ...toolsOfRows(operations, names), operationTool(operations)];
}
