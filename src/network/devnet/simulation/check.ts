import { invalid } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import { findPrincipal } from '../../../clarity/values.js';
import type { StateChange } from '../../../stacks/state-change.js';
import type { ContractOverride, SimulationStep, StepsRequest } from '../../../stacks/trace.js';
import { checkArgument, checkTransaction } from '../trace.js';

const MAX_STEPS = 1_000;
const MAX_OVERRIDES = 10_000;
/** In all steps together. */
const MAX_BLOCKS = 10_000;
/** The sender of expressions that name none: the address of boot contracts. */
const NOBODY = 'ST000000000000000000002AMW42H';

/** Checks serialized steps. @throws DevnetError INVALID_INPUT, naming the step */
export function checkSteps(request: object): StepsRequest {
  const { at, overrides = [], steps, ...others } = request as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(unknown, 'at, overrides and steps', unknown);
  if (at !== undefined && !(Number.isSafeInteger(at) && (at as number) >= 0)) throw invalid('at', 'a Stacks height', at);
  if (!Array.isArray(overrides) || overrides.length > MAX_OVERRIDES)
    throw invalid('overrides', `a list of at most ${MAX_OVERRIDES} changes`, lengthOf(overrides, 'changes'));
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MAX_STEPS)
    throw invalid('steps', `a list of 1 to ${MAX_STEPS} steps`, lengthOf(steps, 'steps'));
  const checked = steps.map((item, index) => checkStep(new Fields(item, `steps[${index}]`)));
  const blocks = checked.reduce((sum, step) => sum + (step.type === 'mine' ? step.blocks : 0), 0);
  if (blocks > MAX_BLOCKS) throw invalid('steps', `at most ${MAX_BLOCKS} blocks in all steps`, blocks);
  return {
    at: at as number | undefined,
    overrides: overrides.map((item, index) => checkOverride(new Fields(item, `overrides[${index}]`))),
    steps: checked,
  };
}

function lengthOf(value: unknown, what: string): unknown {
  return Array.isArray(value) ? `${value.length} ${what}` : value;
}

function checkStep(step: Fields): SimulationStep {
  switch (step.get('type')) {
    case 'call': {
      const args = step.get('args') ?? [];
      if (!Array.isArray(args)) throw invalid(step.name('args'), 'a list of Clarity values', args);
      const list = args.map((arg, index) => checkArgument(arg, `${step.name('args')}[${index}]`));
      return step.end({
        type: 'call',
        sender: step.account('sender'),
        contract: step.contract('contract'),
        fn: step.text('function'),
        args: list,
      });
    }
    case 'transfer':
      return step.end({
        type: 'transfer',
        sender: step.account('sender'),
        recipient: step.principal('recipient'),
        amount: step.whole('amount'),
      });
    case 'deploy': {
      return step.end({
        type: 'deploy',
        sender: step.account('sender'),
        name: step.text('name'),
        source: step.text('source'),
        clarityVersion: checkVersion(step),
      });
    }
    case 'transaction':
      return step.end({ type: 'transaction', raw: checkTransaction(step.get('transaction'), step.name('transaction')) });
    case 'evaluate': {
      const contract = step.get('contract') === undefined ? undefined : step.contract('contract');
      const sender = step.get('sender') === undefined ? (contract?.split('.')[0] ?? NOBODY) : step.account('sender');
      return step.end({ type: 'evaluate', sender, contract, expression: step.text('expression') });
    }
    case 'mine': {
      const chain = step.get('bitcoin') === undefined ? 'stacks' : 'bitcoin';
      if (chain === 'bitcoin' && step.get('stacks') !== undefined)
        throw invalid(step.name('stacks'), 'no bitcoin beside it', step.get('stacks'));
      const blocks = step.get(chain);
      if (!Number.isSafeInteger(blocks) || (blocks as number) < 1 || (blocks as number) > MAX_BLOCKS)
        throw invalid(step.name(chain), `a number of blocks from 1 to ${MAX_BLOCKS}`, blocks);
      return step.end({ type: 'mine', chain, blocks: blocks as number });
    }
    default:
      throw invalid(step.name('type'), 'call, transfer, deploy, transaction, evaluate or mine', step.get('type'));
  }
}

function checkVersion(item: Fields): number | undefined {
  const version = item.get('clarityVersion');
  if (version === undefined || [1, 2, 3, 4, 5, 6].includes(version as number)) return version as number | undefined;
  throw invalid(item.name('clarityVersion'), '1 to 6', version);
}

function checkOverride(change: Fields): StateChange | ContractOverride {
  switch (change.get('type')) {
    case 'stx-balance':
      return change.end({ type: 'stx-balance', principal: change.principal('principal'), amount: change.whole('amount') });
    case 'nonce':
      return change.end({ type: 'nonce', principal: change.account('principal'), nonce: change.whole('nonce') });
    case 'data-var':
      return change.end({
        type: 'data-var',
        contract: change.contract('contract'),
        name: change.text('name'),
        value: change.value('value'),
      });
    case 'map-entry': {
      const entry = change.get('value') === undefined ? undefined : change.value('value');
      return change.end({
        type: 'map-entry',
        contract: change.contract('contract'),
        map: change.text('map'),
        key: change.value('key'),
        entry,
      });
    }
    case 'ft-balance': {
      const token = { contract: change.contract('contract'), token: change.text('token') };
      return change.end({ type: 'ft-balance', ...token, principal: change.principal('principal'), amount: change.whole('amount') });
    }
    case 'nft-owner': {
      const owner = change.get('owner') === undefined ? undefined : change.principal('owner');
      return change.end({
        type: 'nft-owner',
        contract: change.contract('contract'),
        token: change.text('token'),
        id: change.value('id'),
        owner,
      });
    }
    case 'contract-code':
      return change.end({
        type: 'contract-code',
        contract: change.contract('contract'),
        source: change.text('source'),
        clarityVersion: checkVersion(change),
      });
    default: {
      const expected = 'stx-balance, nonce, data-var, map-entry, contract-code, ft-balance or nft-owner';
      throw invalid(change.name('type'), expected, change.get('type'));
    }
  }
}

/** The fields of one item of a list. Those that nobody asked for are unknown. */
class Fields {
  readonly #fields: Record<string, unknown>;
  readonly #path: string;
  readonly #asked = new Set<string>();

  constructor(item: unknown, path: string) {
    if (!isRecord(item)) throw invalid(path, 'an object', item);
    this.#fields = item;
    this.#path = path;
  }

  name(field: string): string {
    return `${this.#path}.${field}`;
  }

  get(field: string): unknown {
    this.#asked.add(field);
    return this.#fields[field];
  }

  text(field: string): string {
    const value = this.get(field);
    if (typeof value !== 'string' || value === '') throw invalid(this.name(field), 'a text', value);
    return value;
  }

  principal(field: string): string {
    const value = this.get(field);
    if (typeof value !== 'string' || findPrincipal(value) === undefined) throw invalid(this.name(field), 'an address or a contract', value);
    return value;
  }

  account(field: string): string {
    const value = this.get(field);
    if (typeof value === 'string') {
      const principal = findPrincipal(value);
      if (principal !== undefined && principal.name === undefined) return value;
    }
    throw invalid(this.name(field), 'the address of an account, which is no contract', value);
  }

  contract(field: string): string {
    const value = this.get(field);
    if (typeof value !== 'string' || findPrincipal(value)?.name === undefined) throw invalid(this.name(field), 'ST….name', value);
    return value;
  }

  whole(field: string): bigint {
    const value = this.get(field);
    const isNumber = Number.isSafeInteger(value) && (value as number) >= 0;
    if (!isNumber && !(typeof value === 'string' && /^\d{1,39}$/.test(value))) throw invalid(this.name(field), 'a whole number', value);
    return BigInt(value as number | string);
  }

  value(field: string): string {
    return checkArgument(this.get(field), this.name(field));
  }

  /** Returns the checked item. @throws DevnetError INVALID_INPUT for an unknown field */
  end<T>(checked: T): T {
    const unknown = Object.keys(this.#fields).find((name) => !this.#asked.has(name));
    if (unknown !== undefined) throw invalid(this.name(unknown), [...this.#asked].join(', '), unknown);
    return checked;
  }
}
