import { advise } from '../../../base/advice.js';
import { DevnetError, invalid } from '../../../base/error.js';
import type { ContractAbi, FunctionAbi } from '../../../clarity/contract-abi.js';
import type { Value } from '../../../clarity/values.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import { extendReceipt } from '../../../stacks/receipt.js';
import { signCall } from '../../../stacks/signing.js';
import type { Accounts } from '../../data.js';
import { checkOptions } from '../options.js';
import type { AbiStore } from './abi-store.js';
import { readArguments } from './arguments.js';
import { callValue } from './call-value.js';
import { fromClarity } from './from-clarity.js';
import { readPostConditions } from './post-conditions.js';
import { find, readMapEntry, readVariable } from './read-state.js';
import type { SendAndWait } from './send-and-wait.js';
import { resolveReader, resolveSigner } from './signer.js';
import type { CallOptions, CallReceipt, LooseArguments, LooseContract, ReadOptions } from './types.js';

export type ContractClientParts = {
  rpc: StacksClient;
  accounts: Accounts;
  abis: AbiStore;
  send: SendAndWait;
};

/** What the command line shows besides JavaScript values. */
export type ContractInternals = {
  abi(): Promise<ContractAbi>;
  /** As `read`, without conversion. */
  readValue(fn: string, args?: LooseArguments, options?: ReadOptions): Promise<Value>;
};

/** The client of a contract. @param id `ST….name` */
export function createContractClient(id: string, { rpc, accounts, abis, send }: ContractClientParts): LooseContract & ContractInternals {
  const readValue: ContractInternals['readValue'] = (fn, args, options = {}) =>
    abis.use(id, async (abi) => {
      checkOptions('read', options);
      const { as } = options;
      const called = find(abi.functions.filter(isReadable), nameOf(abi, fn, 'read_only', id), 'read-only function', id);
      const values = readArguments(called, args);
      const sender = as === undefined ? undefined : await resolveReader(as, accounts);
      return rpc.callRead({ contract: id, fn, args: values, sender }).catch((error: unknown) => {
        throw readFailure(error, id, called);
      });
    });
  const call = async (fn: string, args: unknown, options: CallOptions): Promise<string | CallReceipt> => {
    if (typeof options !== 'object' || options === null) throw invalid('options', 'an object with as: who signs the call', options);
    checkOptions('call', options);
    return abis.use(id, async (abi) => {
      const called = find(abi.functions.filter(isPublic), nameOf(abi, fn, 'public', id), 'public function', id);
      const values = readArguments(called, args);
      const [signer, postConditions] = await Promise.all([resolveSigner(options.as, accounts), readPostConditions(options)]);
      const what = `the call of ${id}.${fn}`;
      return send(
        { ...options, what, signer, sign: (signing) => signCall({ ...signing, contract: id, fn, args: values, postConditions }) },
        (receipt) => withValue(receipt, called),
      );
    });
  };
  const client: Omit<LooseContract, 'call'> & ContractInternals & { call: typeof call } = {
    id,
    call,
    abi: () => abis.use(id, async (abi) => abi),
    readValue,
    read: async (fn, args, options) => fromClarity(await readValue(fn, args, options)) as never,
    map: (name, key) => abis.use(id, async (abi) => fromClarity(await readMapEntry(rpc, id, abi, name, key)) as never),
    variable: (name) => abis.use(id, async (abi) => fromClarity(await readVariable(rpc, id, abi, name, 'variable')) as never),
    constant: (name) => abis.use(id, async (abi) => fromClarity(await readVariable(rpc, id, abi, name, 'constant')) as never),
  };
  // The types of `call` follow from its options.
  return client as LooseContract & ContractInternals;
}

function isPublic({ access }: FunctionAbi): boolean {
  return access === 'public';
}

/** The node runs public functions, too, as long as they write nothing. */
function isReadable({ access }: FunctionAbi): boolean {
  return access !== 'private';
}

/** @returns the name @throws DevnetError INVALID_INPUT for a function that exists and cannot be used so */
function nameOf({ functions }: ContractAbi, name: string, wanted: 'public' | 'read_only', contract: string): string {
  const access = functions.find((entry) => entry.name === name)?.access;
  if (access === 'private') throw invalid('fn', 'a public or read-only function', name, `${contract}.${name} is private.`);
  if (wanted === 'public' && access === 'read_only') {
    const read = {
      code: `read("${name}", …)`,
      http: `POST /v2/contracts/call-read/${contract.replace('.', '/')}/${name}`,
      cli: `read ${contract} ${name}`,
      mcp: 'the tool read',
    };
    throw invalid('fn', 'a public function', name, advise`${contract}.${name} is read-only: use ${read}.`);
  }
  return name;
}

function withValue(receipt: StacksTxReceipt, { returns }: FunctionAbi): CallReceipt {
  // The node checked the function, so that the value has its type.
  return extendReceipt(receipt, { value: callValue(receipt, returns) }) as CallReceipt;
}

function readFailure(error: unknown, contract: string, { name, access }: FunctionAbi): unknown {
  if (!(error instanceof DevnetError) || error.code !== 'RPC') return error;
  const { rpcCode, reason = error.message.replace(/^Stacks [^:]*: /, '') } = error;
  if (access !== 'public' || !/NotReadOnly/.test(reason)) {
    return new DevnetError('RPC', `${contract}.${name} failed: ${reason}`, { rpcCode, reason, cause: error });
  }
  const call = {
    code: `call("${name}", …)`,
    http: 'POST /v2/transactions with a transaction that calls it',
    cli: `call ${contract} ${name}`,
    mcp: 'the tool call',
  };
  const hint = advise`It writes: use ${call}.`;
  return new DevnetError('RPC', `${contract}.${name} failed: ${reason}. ${hint}`, { rpcCode, reason, hint, cause: error });
}
