import { resolve } from 'node:path';
import { invalid } from '../../../base/error.js';
import { clarityText } from '../../../clarity/values.js';
import type { CallReceipt, ContractInternals, DeployReceipt, LooseContract } from '../../../network/contract.js';
import { readClarityArguments } from '../../../network/contract.js';
import type { StacksTxReceipt } from '../../../network/data.js';
import { recipientOf } from '../../../network/devnet.js';
import type { Devnet } from '../../../network/types.js';
import { readSource } from '../../../project/source.js';
import { limitEvents } from '../../../stacks/receipt.js';
import { eventText } from '../../../tools/story.js';
import { argumentsOf, count, defineTool, text, texts } from '../tool.js';

const contract = text('name of a contract of the project or of deployer, or ST….name');
const args = texts("arguments in Clarity's syntax, such as u5, 'ST…, .token, (some 0x00), {n: u1}");
const as = text('name of an account that signs; default: deployer');

type Call = { contract: string; function: string; args?: string[]; as?: string };

/** Deploys, calls, reads and simulates contracts. */
export const contractTools = [
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
