import { invalid } from '../../../../base/error.js';
import { untilComplete } from '../../../../base/missing.js';
import type { ContractInterface } from '../../../../clarity/analysis.js';
import type { Contract } from '../../../../clarity/contract.js';
import type { ExecutionCost } from '../../../../clarity/failure.js';
import { findPrincipal, issuerOf, type PrincipalValue, parsePrincipal, type Value } from '../../../../clarity/values.js';
import { readSubject } from '../../clarity/debug/subject.js';
import {
  type AccountReading,
  type CallError,
  callErrorOf,
  callReadOnly,
  hexOf,
  type Position,
  readAccount,
  readConstant,
  readContract,
  readMapEntry,
  readVariable,
} from '../../clarity/reads.js';
import type { StacksBlock } from '../block/block.js';
import { chainView } from '../block/chain-view.js';
import { epochAt } from '../epoch.js';
import type { ReadContract } from '../pox/pox.js';
import type { ChainState } from './state.js';

/** `result` is hex without 0x. */
export type CallResult = { okay: true; result: string } | { okay: false; cause: string };

/** The limit of one read-only call: stacks-node's. */
const READ_LIMIT: ExecutionCost = { writeLength: 0, writeCount: 0, readLength: 200_000, readCount: 100, runtime: 1_000_000_000 };

/** No contract has a longer name, though the RPC accepts up to 128 characters. */
const MAX_CONTRACT_NAME = 40;

/**
 * The state of the chain after one of its blocks. Principals are c32 text, Clarity values serialized hex without 0x.
 * All methods reject with a DevnetError ORIGIN if the network that a fork continues does not answer.
 */
export class View {
  readonly block: StacksBlock;
  readonly #chain: ChainState;
  readonly #position: Position;

  constructor(chain: ChainState, block: StacksBlock) {
    this.block = block;
    this.#chain = chain;
    this.#position = chain.vm.position(block.state, epochAt(chain.epochs, block.sortition.height), chainView(chain, block));
  }

  /** @throws DevnetError INVALID_INPUT for an invalid principal */
  account(principal: string): Promise<AccountReading> {
    if (findPrincipal(principal) === undefined) throw invalid('principal', 'a Stacks address or contract', principal);
    const known = principalOf(principal);
    if (known === undefined) return Promise.resolve({ balance: 0n, locked: 0n, unlockHeight: 0, nonce: 0n });
    return this.#read((position) => readAccount(position, known));
  }

  /** Calls a function without an effect. Public functions work if they write nothing. @throws Overdue for a call that takes too long */
  async callReadOnly(call: {
    contract: string;
    fn: string;
    args: readonly Value[];
    sender: string;
    sponsor?: string | undefined;
    /** What the call may cost; a call that writes anything fails whatever the limit. @default a node's */
    limit?: ExecutionCost | undefined;
    /** Removes the limits of cost and writes; the writes are undone. @default false */
    free?: boolean | undefined;
  }): Promise<CallResult> {
    const { fn, args, free = false, limit = READ_LIMIT } = call;
    const contract = principalOf(call.contract);
    if (contract === undefined) return { okay: false, cause: `RuntimeCheck(NoSuchContract("${call.contract}"))` };
    const sponsor = call.sponsor === undefined ? undefined : parsePrincipal(call.sponsor);
    const request = { contract, fn, args, sender: parsePrincipal(call.sender), sponsor };
    const { queries, breakpoints } = this.#chain.vm;
    const asked = { ...request, ...(!free && { limit }) };
    if (breakpoints.isAttached) await breakpoints.wait(() => readSubject(this.#position, asked));
    const read = await queries.read(this.#position, asked);
    return read.okay ? { okay: true, result: hexOf(read.value) } : read;
  }

  /** Returns why a mempool refuses a call; undefined if it accepts it. */
  callError(contract: string, fn: string, args: readonly Value[]): Promise<CallError | undefined> {
    const id = principalOf(contract);
    if (id === undefined) return Promise.resolve({ reason: 'NoSuchContract' });
    return this.#read((position) => callErrorOf(position, { contract: id, fn, args }));
  }

  /** Returns undefined for an unknown contract or variable. */
  dataVar(contract: string, name: string): Promise<string | undefined> {
    return this.#value(contract, (position, id) => readVariable(position, id, name));
  }

  /** Returns an optional; undefined for an unknown contract or map. */
  mapEntry(contract: string, map: string, key: Value): Promise<string | undefined> {
    return this.#value(contract, (position, id) => readMapEntry(position, id, map, key));
  }

  constant(contract: string, name: string): Promise<string | undefined> {
    return this.#value(contract, (position, id) => readConstant(position, id, name));
  }

  async contract(id: string): Promise<Contract | undefined> {
    const principal = principalOf(id);
    return principal && this.#read((position) => readContract(position, principal));
  }

  /** Returns the interface of a contract as `GET /v2/contracts/interface` does. */
  async contractInterface(id: string): Promise<ContractInterface | undefined> {
    const contract = await this.contract(id);
    return contract && this.#chain.vm.interfaceOf(contract.analysis);
  }

  /** Reads contracts, without a limit. @throws Error if a call fails */
  within<T>(run: (read: ReadContract) => T): Promise<T> {
    return this.#read((position) =>
      run((contract, fn, args) => {
        const id = parsePrincipal(contract);
        const read = callReadOnly(position, { contract: id, fn, args, sender: issuerOf(id) });
        if (!read.okay) throw new Error(`${contract} ${fn}: ${read.cause}`);
        return read.value;
      }),
    );
  }

  async #value(contract: string, read: (position: Position, id: PrincipalValue) => Value | undefined): Promise<string | undefined> {
    const id = principalOf(contract);
    const value = id && (await this.#read((position) => read(position, id)));
    return value && hexOf(value);
  }

  #read<T>(run: (position: Position) => T): Promise<T> {
    return untilComplete(() => run(this.#position));
  }
}

/** Returns undefined for a contract with a name that no contract has. */
function principalOf(text: string): PrincipalValue | undefined {
  return (text.split('.')[1] ?? '').length > MAX_CONTRACT_NAME ? undefined : parsePrincipal(text);
}
