import { invalid } from '../../base/error.js';
import { interfaceOf } from '../analysis/interface.js';
import type { BootContract } from '../boot/booted-state.js';
import { publishContract } from '../boot/publish.js';
import { addCosts, leastCost, NO_COST } from '../costs/arithmetic.js';
import { blockLimit } from '../costs/block-limit.js';
import { NO_LIMIT } from '../costs/tracker.js';
import { createRules } from '../create-rules.js';
import { type AnyEpochName, EPOCH_NAMES, type EpochName } from '../epoch.js';
import type { ChainView } from '../execution/chain-view.js';
import { Execution, type Rules } from '../execution/execution.js';
import { callContract } from '../execution/invoke.js';
import type { ExecutionCost } from '../failure.js';
import { nobleCrypto } from '../noble-crypto.js';
import type { ClarityValue } from '../stacks-js.js';
import { emptyState, type State, StateEditor } from '../state/state.js';
import { StxBalance } from '../state/stx-balance.js';
import { NEVER, type UnlockHeights, unlockHeightsIn } from '../state/unlock-heights.js';
import { CallRecorder } from '../trace/call-recorder.js';
import type { CallTrace } from '../trace/types.js';
import { processTransaction } from '../transaction/process.js';
import type { Payload } from '../transaction/transaction.js';
import { issuerOf, parsePrincipal } from '../values/principal.js';
import { NONE, type PrincipalValue } from '../values/value.js';
import { CLARITY_VERSIONS, type ClarityVersion, defaultVersion } from '../version.js';
import { type Chain, type ClarityState, chainView, fromState, toState } from './chain.js';
import { bootedState, isOf, readContracts } from './genesis.js';
import { type ClarityReceipt, type ReadResult, toReadResult, toReceipt } from './receipt.js';
import { type AnalysedSource, analyseSource, type ParsedSource, parseSource, type SourceRequest } from './source.js';
import {
  type CallRequest,
  type DeployRequest,
  type ReadRequest,
  readAmount,
  readCall,
  readDeploy,
  readTransaction,
  readTransfer,
  type TransactionOptions,
  type TransferRequest,
} from './transaction.js';
import type { ClarityAccount, ClarityContract, ClarityVmOptions, Evaluation } from './types.js';
import { type ClarityInput, readContractId, readPrincipal, readValue, toClarityValue } from './value.js';

const FIRST_BLOCK: Chain = { height: 1, burnHeight: 1, time: 0 };

/** A Clarity VM: executes transactions in a state, as a node of stacks-core 4.0.2 does. */
export class ClarityVm {
  readonly #options: Readonly<ClarityVmOptions>;
  readonly #rules = new Map<AnyEpochName, Rules>();
  readonly #unlockHeights: UnlockHeights;
  readonly #contracts: readonly BootContract[];
  #spent: ExecutionCost = NO_COST;
  #epoch: EpochName;
  #chain: Chain = FIRST_BLOCK;
  #view: ChainView = chainView(FIRST_BLOCK);
  #state: StateEditor;

  constructor(options: ClarityVmOptions) {
    const { epoch = '4.0', balances = {}, contracts = [], chain = FIRST_BLOCK, unlockHeights } = options;
    this.#options = options;
    checkCost(options.limit, 'limit');
    if (options.budget !== 'block') checkCost(options.budget, 'budget');
    this.#epoch = readEpoch(epoch);
    this.#unlockHeights = { 1: NEVER, 2: NEVER, 3: NEVER, 4: NEVER, ...unlockHeights };
    this.#contracts = readContracts(contracts);
    const present = this.#contracts.filter((contract) => isOf(epoch, contract));
    this.#state = new StateEditor(emptyState(bootedState(present, (name) => this.#rulesOf(name))));
    this.chain = chain;
    for (const [principal, amount] of Object.entries(balances)) this.#setBalance(readPrincipal(principal, 'balances'), amount);
  }

  /**
   * The epoch whose rules hold for what follows. Setting it deploys those of the VM's `contracts` that come with it and that the state does
   * not have, as a node does in the first block of an epoch: they cost nothing.
   * @throws DevnetError INVALID_INPUT when set to an unknown one, or if one of the contracts cannot be deployed: nothing changes then
   */
  get epoch(): EpochName {
    return this.#epoch;
  }

  set epoch(name: EpochName) {
    const [before, last] = [this.#state.snapshot(), this.#epoch];
    this.#epoch = readEpoch(name);
    try {
      for (const contract of this.#contracts) if (isOf(name, contract)) this.#publish(contract);
    } catch (error) {
      this.#state.restore(before);
      this.#epoch = last;
      throw error;
    }
  }

  /** What transactions have cost since the last `beginTenure`. */
  get spent(): ExecutionCost {
    return this.#spent;
  }

  /** Begins a tenure, before epoch 3.0 a block: all of the `budget` is left. */
  beginTenure(): void {
    this.#spent = NO_COST;
  }

  /** What contracts see of both chains. Set it for each block. @throws DevnetError INVALID_INPUT when set to heights that are none */
  get chain(): Chain {
    return this.#chain;
  }

  set chain(chain: Chain) {
    this.#view = chainView(chain);
    this.#chain = chain;
  }

  /**
   * The state after all that was executed. It never changes: keep it as a snapshot, and set it to go back. A VM can switch between any
   * number of its states. Reading and setting it take constant time.
   * @throws DevnetError INVALID_INPUT when set to something else
   */
  get state(): ClarityState {
    return toState(this.#state.snapshot());
  }

  set state(state: ClarityState) {
    this.#state = new StateEditor(fromState(state, 'state'));
  }

  /** Parses a source as far as it goes. @throws DevnetError INVALID_INPUT for a contract or version that is none */
  parse({ contract, source, clarityVersion }: SourceRequest): ParsedSource {
    return parseSource(source, this.#sourceOptions(contract, clarityVersion));
  }

  /**
   * Parses a source and analyses it among the contracts of the state, without a deploy.
   * @throws DevnetError INVALID_INPUT for a contract or version that is none
   */
  analyse({ contract, source, clarityVersion }: SourceRequest): AnalysedSource {
    return analyseSource(source, this.#sourceOptions(contract, clarityVersion), (id) => this.#state.contract(parsePrincipal(id))?.analysis);
  }

  /** Deploys a contract by a transaction. @throws DevnetError INVALID_INPUT; what is wrong with the source is in the receipt */
  deploy(request: DeployRequest): ClarityReceipt {
    const { contract } = request;
    if (request.clarityVersion !== undefined) readVersion(request.clarityVersion);
    const issuer = contract.slice(0, Math.max(0, contract.indexOf('.')));
    const payload = readDeploy(request);
    return this.#transact(readPrincipal(issuer, 'contract'), payload, request, new CallRecorder(contract));
  }

  /** Calls a public or read-only function by a transaction. @throws DevnetError INVALID_INPUT */
  call(request: CallRequest): ClarityReceipt {
    return this.#transact(readPrincipal(request.sender, 'sender'), readCall(request), request, new CallRecorder());
  }

  /** Transfers STX by a transaction. @throws DevnetError INVALID_INPUT */
  transfer(request: TransferRequest): ClarityReceipt {
    return this.#transact(readPrincipal(request.sender, 'sender'), readTransfer(request), request, new CallRecorder());
  }

  /**
   * Calls a function without an effect, as `POST /v2/contracts/call-read` does: a public one, too, as long as it writes nothing
   * (stackslib/src/net/api/callreadonly.rs of stacks-core 4.0.2).
   * @throws DevnetError INVALID_INPUT; a failure of the call is in the result
   */
  read(request: ReadRequest): ReadResult {
    const { contract, fn, args } = readCall(request);
    const sender = request.sender === undefined ? contract : readPrincipal(request.sender, 'sender');
    const recorder = new CallRecorder();
    const tracer = request.trace === true ? recorder : undefined;
    const limit = { ...this.#limit(), writeCount: 0, writeLength: 0 };
    const x = new Execution({ ...this.#position(), state: new StateEditor(this.#state.snapshot()), sender, limit, tracer });
    return toReadResult(x, () => callContract(x, contract, fn, args), tracer ? () => recorder.result() : () => ({}));
  }

  /** Returns the value of a data variable; undefined for an unknown contract or variable. @throws DevnetError INVALID_INPUT */
  getDataVar(contract: string, name: string): ClarityValue | undefined {
    const found = this.#state.contract(readContractId(contract));
    const variable = found?.variables.get(name);
    const stored = found && variable && this.#state.variable(found, variable);
    return stored && toClarityValue(stored.value);
  }

  /** Returns an entry of a map as an optional; undefined for an unknown contract or map. @throws DevnetError INVALID_INPUT */
  getMapEntry(contract: string, name: string, key: ClarityInput): ClarityValue | undefined {
    const found = this.#state.contract(readContractId(contract));
    const map = found?.maps.get(name);
    return found && map && toClarityValue(this.#state.mapEntry(found, map, readValue(key, 'key'))?.value ?? NONE);
  }

  /** Returns a contract; undefined for an unknown one. @throws DevnetError INVALID_INPUT */
  getContract(id: string): ClarityContract | undefined {
    const contract = this.#state.contract(readContractId(id, 'id'));
    if (contract === undefined) return undefined;
    const { source, version, height, analysis } = contract;
    return { id, source, clarityVersion: version, height, interface: interfaceOf(analysis) };
  }

  /** Returns any account or contract: one that nobody paid to has nothing. @throws DevnetError INVALID_INPUT */
  getAccount(principal: string): ClarityAccount {
    const { balance, nonce } = this.#state.account(readPrincipal(principal, 'principal'));
    const { unlocked, lock } = balance.canonicalAt(this.#clock());
    const unlockHeight = lock === undefined ? 0 : balance.effectiveUnlockHeight(this.#clock());
    return { balance: unlocked, locked: lock?.amount ?? 0n, unlockHeight, nonce };
  }

  /**
   * Sets what an account or contract can spend, without a transaction. What is locked stays locked.
   * @param amount in micro-STX
   * @throws DevnetError INVALID_INPUT
   */
  setBalance(principal: string, amount: bigint): void {
    this.#setBalance(readPrincipal(principal, 'principal'), amount);
  }

  #setBalance(principal: PrincipalValue, amount: bigint): void {
    const account = this.#state.account(principal);
    const { unlocked, lock } = account.balance.canonicalAt(this.#clock());
    this.#state.setAccount(principal, { ...account, balance: new StxBalance(readAmount(amount, 'amount'), lock) });
    this.#state.liquidSupply += amount - unlocked;
  }

  #transact(origin: PrincipalValue, payload: Payload, options: TransactionOptions, recorder: CallRecorder): ClarityReceipt {
    const transaction = readTransaction(origin, payload, options, (principal) => this.#state.account(principal).nonce);
    const tracer = options.trace === true ? recorder : undefined;
    const budget = this.#budget();
    // Without a budget, no transaction takes anything from the next one.
    const spent = budget === undefined ? NO_COST : this.#spent;
    const limit = leastCost(budget ?? NO_LIMIT, addCosts(spent, this.#limit()));
    const outcome = processTransaction({ ...this.#position(), state: this.#state, spent, limit, tracer }, transaction);
    if (outcome.type === 'receipt') this.#spent = addCosts(this.#spent, outcome.cost);
    const trace: CallTrace = tracer === undefined ? {} : recorder.result();
    return toReceipt(outcome, transaction, this.#state, trace);
  }

  #publish(contract: BootContract): void {
    const { id, epoch, isHidden, setUp } = contract;
    if (isHidden === true || this.#state.contract(id) !== undefined) return;
    const begin = () => new Execution({ ...this.#position(), rules: this.#rulesOf(epoch), state: this.#state, sender: issuerOf(id) });
    try {
      publishContract(this.#state, contract, { begin, toAnalyse: (state) => this.#withHidden(state) });
      if (setUp !== undefined) callContract(begin(), id, setUp.fn, setUp.args, { allowsPrivate: true });
    } catch (error) {
      const field = `contracts[${this.#contracts.indexOf(contract)}]`;
      throw invalid(
        field,
        `a contract that can be deployed in epoch ${epoch}`,
        id.text,
        error instanceof Error ? error.message : undefined,
      );
    }
  }

  /** Returns a state that also has the contracts that only the analysis of others finds. */
  #withHidden(state: State): State {
    const hidden = this.#contracts.filter((contract) => contract.isHidden === true && isOf(this.#epoch, contract));
    const editor = new StateEditor(state);
    for (const contract of hidden) {
      if (editor.contract(contract.id) !== undefined) continue;
      const surroundings = { ...this.#position(), rules: this.#rulesOf(contract.epoch), state: editor, sender: issuerOf(contract.id) };
      publishContract(editor, contract, { begin: () => new Execution(surroundings), toAnalyse: (unchanged) => unchanged });
    }
    return editor.snapshot();
  }

  #position() {
    return { rules: this.#rulesOf(this.#epoch), chain: this.#view, unlockHeights: this.#unlockHeights };
  }

  #clock() {
    return { burnHeight: this.#view.burnHeight, unlockHeights: unlockHeightsIn(this.#rulesOf(this.#epoch).epoch, this.#unlockHeights) };
  }

  #limit(): ExecutionCost {
    return this.#options.limit ?? this.#blockLimit();
  }

  #budget(): ExecutionCost | undefined {
    const { budget } = this.#options;
    return budget === 'block' ? this.#blockLimit() : budget;
  }

  #blockLimit(): ExecutionCost {
    const { runtime, read_count, read_length, write_count, write_length } = blockLimit(this.#epoch);
    return { runtime, readCount: read_count, readLength: read_length, writeCount: write_count, writeLength: write_length };
  }

  #sourceOptions(contract: string, clarityVersion: ClarityVersion | undefined) {
    const rules = this.#rulesOf(this.#epoch);
    const version = clarityVersion === undefined ? defaultVersion(rules.epoch) : readVersion(clarityVersion);
    return { contract: readContractId(contract).text, version, rules };
  }

  /** Returns the same object each time: compiled code belongs to it. */
  #rulesOf(name: AnyEpochName): Rules {
    const { network = 'testnet', chainId, crypto = nobleCrypto, onEvaluate } = this.#options;
    const isMainnet = network === 'mainnet';
    const properties = { isMainnet, chainId: chainId ?? (isMainnet ? 1 : 0x8000_0000), crypto };
    const rules = this.#rules.get(name) ?? createRules(properties, name, onEvaluate && instrumentWith(onEvaluate));
    this.#rules.set(name, rules);
    return rules;
  }
}

function instrumentWith(onEvaluate: (evaluation: Evaluation) => void): Rules['instrument'] {
  return (code, { id, span }, { id: contract }) => {
    const { startLine: line, startColumn: column, endLine, endColumn } = span;
    const evaluation = { contract: contract.text, line, column, endLine, endColumn, id };
    return (x, frame) => {
      onEvaluate(evaluation);
      return code(x, frame);
    };
  };
}

/** @throws DevnetError INVALID_INPUT unless all five costs are numbers from 0 */
function checkCost(cost: ExecutionCost | undefined, field: string): void {
  if (cost === undefined) return;
  if (typeof cost !== 'object' || cost === null) throw invalid(field, `the costs ${Object.keys(NO_COST).join(', ')}`, cost);
  for (const name of Object.keys(NO_COST) as (keyof ExecutionCost)[]) {
    if (typeof cost[name] !== 'number' || !(cost[name] >= 0)) throw invalid(`${field}.${name}`, 'a number from 0', cost[name]);
  }
}

function readEpoch(name: EpochName): EpochName {
  if (!EPOCH_NAMES.includes(name)) throw invalid('epoch', `one of ${EPOCH_NAMES.join(', ')}`, name);
  return name;
}

function readVersion(version: ClarityVersion): ClarityVersion {
  if (!CLARITY_VERSIONS.includes(version)) throw invalid('clarityVersion', `one of ${CLARITY_VERSIONS.join(', ')}`, version);
  return version;
}
