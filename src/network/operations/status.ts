import type { Balance } from '../data.js';
import { accountsAnswer } from '../devnet/answers/accounts.js';
import { cloneAnswer } from '../devnet/answers/clones.js';
import { nodesAnswer, projectAnswer, statusAnswer } from '../devnet/answers/status.js';
import type { CostReport } from '../devnet/costs/types.js';
import { amount, type Codec, flag, json, jsonOf, list, object, optional, record, text } from './codec.js';
import { operation } from './operation.js';
import { costsAnswer, coverageAnswer } from './report-schemas.js';

const principal = text('an account, whose address it is');

/** What the functions of contracts cost. */
const costReport = jsonOf<CostReport>(costsAnswer);

export const network = {
  /**
   * Returns the state of the network. @throws DevnetError NOT_READY after `close`
   * @example
   * const { bitcoin, stacks, epoch } = await devnet.status();
   */
  status: operation({
    summary: 'The state of the network: heights, epoch, cycle, URLs, contracts and faults',
    effect: 'reads',
    input: {},
    positional: [],
    output: json(statusAnswer),
    errors: [],
    http: { method: 'GET', path: '/status' },
    cli: { command: 'status' },
    tool: 'status',
    run: (network) => network.status(),
  }),
  /**
   * Returns what an address has, confirmed: an address or contract of Stacks, or an address of Bitcoin; of an account of the network both.
   * @param address an address, or the name of an account @throws DevnetError INVALID_INPUT
   * @example
   * const { stx, btc, sbtc, tokens } = await devnet.balance('wallet_1');
   */
  balance: operation({
    summary: 'What an address has: STX, BTC, sBTC and tokens',
    effect: 'reads',
    input: { address: text('an address of either chain, or the name of an account') },
    positional: ['address'],
    output: object(
      {
        stx: amount('micro-STX that can be spent'),
        btc: amount('sats of Bitcoin'),
        sbtc: amount('sats of sBTC that can be spent'),
        tokens: record(amount('base units, or how many non-fungible ones'), 'by asset, such as ST….contract::token'),
      },
      'What it has, confirmed.',
    ) as Codec<Balance>,
    errors: ['UNSUPPORTED'],
    http: { method: 'GET', path: '/balances/:address' },
    cli: { command: 'balance' },
    run: (network, address) => network.balance(address),
  }),
  /**
   * Balances (base units) and nonces of the funded accounts, as the nodes report them now.
   * @example
   * const nonces = new Map((await devnet.balances()).map(({ name, stx }) => [name, stx.nonce]));
   */
  balances: operation({
    summary: 'The funded accounts with keys, balances and nonces',
    effect: 'reads',
    input: {},
    positional: [],
    output: json(accountsAnswer),
    value: ({ accounts }) =>
      accounts.map(({ name, stx, btc }) => ({
        name,
        stx: { balance: BigInt(stx.balance), nonce: stx.nonce },
        btc: { balance: BigInt(btc.balance) },
      })),
    errors: [],
    http: { id: 'accounts', method: 'GET', path: '/accounts' },
    cli: { command: 'accounts' },
    tool: 'accounts',
    run: async (network) => ({ accounts: await network.listAccounts() }),
  }),
  /**
   * Accepts transactions of an account without its signature, until `stopImpersonating`: from `unsignedAs`, from calls with `as:
   * 'ST…'`, and from any client. `status` lists such accounts. Restores do not change them.
   * On a fork of Bitcoin also a Bitcoin address, of regtest or of the origin: transactions may spend its coins with neither scriptSig
   * nor witness.
   * @param principal the address of an account, also of several keys
   * @throws DevnetError INVALID_INPUT; UNSUPPORTED on other engines than the embedded one, whose nodes check every signature
   * @example
   * await devnet.impersonate(owner);
   * await devnet.contract('vault').call('withdraw', [5n], { as: owner });
   */
  impersonate: operation({
    summary: 'Accept transactions of an account without its signature',
    effect: 'changes',
    input: { principal },
    positional: ['principal'],
    output: undefined,
    errors: ['UNSUPPORTED'],
    needs: 'impersonate',
    http: { method: 'POST', path: '/impersonate', answers: 'status' },
    run: async (network, principal) => network.impersonation.begin(principal),
  }),
  /**
   * Ends `impersonate`. @throws DevnetError INVALID_INPUT, UNSUPPORTED
   * @example
   * await devnet.impersonate(owner);
   * await devnet.stopImpersonating(owner);
   */
  stopImpersonating: operation({
    summary: 'Check the signatures of an account again',
    effect: 'changes',
    input: { principal },
    positional: ['principal'],
    output: undefined,
    errors: ['UNSUPPORTED'],
    needs: 'impersonate',
    http: { method: 'DELETE', path: '/impersonate/:principal', answers: 'status' },
    run: async (network, principal) => network.impersonation.end(principal),
  }),
  /**
   * Returns what the functions of contracts cost since the network was ready, from the receipts of transactions.
   * @example
   * const { functions } = await devnet.costs();
   */
  costs: operation({
    summary: 'What the functions of contracts cost, from the receipts of transactions',
    effect: 'reads',
    input: {},
    positional: [],
    output: costReport,
    errors: [],
    http: { method: 'GET', path: '/costs' },
    cli: { command: 'costs', byHand: true },
    run: async (network) => network.costs(),
  }),
  /**
   * Writes the coverage of contracts so far to the file of the setting `coverage`; `close` writes it, too.
   * @throws DevnetError UNSUPPORTED without the setting, INTERNAL if the file cannot be written
   * @example
   * const { file, lines } = await devnet.writeCoverage();
   */
  writeCoverage: operation({
    summary: 'Write the coverage of contracts so far, in LCOV format, to the file of the setting coverage',
    effect: 'changes',
    input: {},
    positional: [],
    output: json(coverageAnswer),
    errors: ['INTERNAL', 'UNSUPPORTED'],
    needs: 'coverage',
    http: { method: 'POST', path: '/coverage' },
    run: (network) => network.writeCoverage(),
  }),
};

/** What a connection asks besides the public API. */
export const plumbing = {
  project: operation({
    summary: 'The Clarinet project of the network',
    effect: 'reads',
    input: {},
    positional: [],
    output: json(projectAnswer),
    errors: ['NOT_FOUND'],
    inCode: 'devnet.project',
    http: { method: 'GET', path: '/project' },
    run: async (network) => network.listedProject(),
  }),
  nodes: operation({
    summary: 'Where the nodes answer, and what opens their RPC',
    effect: 'reads',
    input: {},
    positional: [],
    output: json(nodesAnswer),
    errors: [],
    inCode: 'devnet.urls',
    http: { method: 'GET', path: '/nodes' },
    run: (network) => network.nodes(),
  }),
  openClone: operation({
    summary: 'Start a copy of the network, with ports of its own or below the path of the copy',
    effect: 'changes',
    input: {
      ports: optional(flag('true or false, by default as the network listens; false: the gateway answers below /devnet/v1/clones/{id}/…')),
    },
    positional: [],
    output: json(cloneAnswer),
    errors: ['BUSY', 'UNSUPPORTED'],
    needs: 'clone',
    inCode: 'devnet.clone(options?)',
    http: { id: 'clone', method: 'POST', path: '/clones', status: 201, location: 'id' },
    run: (network, { ports } = {}) => network.copies.open({ ports }),
  }),
  listClones: operation({
    summary: 'List the copies that were started over HTTP',
    effect: 'reads',
    input: {},
    positional: [],
    output: object({ clones: list(json(cloneAnswer)) }, 'The copies of the network, oldest first.'),
    errors: [],
    inCode: false,
    http: { id: 'clones', method: 'GET', path: '/clones' },
    run: async (network) => ({ clones: network.copies.list() }),
  }),
  closeClone: operation({
    summary: 'Stop a copy',
    effect: 'destroys',
    input: { id: text('the id of a copy') },
    positional: ['id'],
    output: undefined,
    errors: ['NOT_FOUND'],
    inCode: 'copy.close()',
    http: { method: 'DELETE', path: '/clones/:id' },
    run: (network, id) => network.copies.close(id),
  }),
};
