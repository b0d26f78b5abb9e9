import type { ContractInterface } from '../../../chains/stacks/codec/contract/contract-interface.js';
import { uptimeMs } from '../../../uptime.js';
import type { StacksBlock } from '../chain/block/block.js';
import { contractInterface } from '../chain/state/contracts.js';
import type { Vm, VmWork } from '../vm/types.js';
import { notFound } from './answer.js';
import type { RpcNode } from './node.js';
import type { RpcRequest } from './request.js';

/** The chain as of some block. */
export type View = {
  readonly vm: Vm;
  readonly block: StacksBlock;
  nonce(principal: string): bigint;
  interfaceOf(contract: string): Promise<ContractInterface | undefined>;
};

/**
 * Reads the chain as of the block that `tip=` names, the tip without it.
 * @param message what a block that is not of this chain is answered with, from its id
 * @throws RpcError 404
 */
export async function readAt<T>(
  node: RpcNode,
  request: RpcRequest,
  message: (tip: string) => string,
  read: (view: View) => Promise<T>,
): Promise<T> {
  const { state, past } = node;
  const block = requireBlock(node, request, message);
  const { tip } = state.ledger;
  const inPast = () =>
    past.at(block, (vm) => {
      const nonce = (principal: string) => state.ledger.nonceAt(principal, block);
      return read({ vm, block, nonce, interfaceOf: (contract) => vm.contractInterface(contract) });
    });
  if (block !== tip) return inPast();
  const atTip = () => {
    const nonce = (principal: string) => state.ledger.nonce(principal);
    return read({ vm: state.vm, block: state.ledger.tip, nonce, interfaceOf: (contract) => contractInterface(state, contract) });
  };
  return firstOf(state.vm.work(), atTip, inPast);
}

/** How long a read waits for the VM of the chain, in milliseconds. Blocks are faster, unless a contract computes much. */
const PATIENCE = 100;

/** Returns the answer of the chain's VM; if that works on something that takes long, the answer of a VM in the state of the tip. */
async function firstOf<T>(work: VmWork | undefined, atTip: () => Promise<T>, inPast: () => Promise<T>): Promise<T> {
  if (work === undefined) return atTip();
  const left = PATIENCE - (uptimeMs() - work.since);
  const early = left > 0 ? atTip() : undefined;
  if (early !== undefined && (await settlesWithin(early, left))) return early;
  let isAnswered = false;
  const other = inPast().then((answer) => {
    isAnswered = true;
    return answer;
  });
  // The VM is not asked after a long block what has been answered meanwhile.
  const late = early ?? work.done.then(() => (isAnswered ? other : atTip()));
  return Promise.race([late, other.catch(() => late)]);
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, timeout]).finally(() => clearTimeout(timer));
}

/** The block that `tip=` names, the tip without it. @throws RpcError 404 */
export function requireBlock(node: RpcNode, request: RpcRequest, message: (tip: string) => string): StacksBlock {
  const block = tipBlock(node, request);
  if (block === undefined) throw notFound(message(request.query.get('tip')?.toLowerCase() ?? ''));
  return block;
}

/** The same; undefined for a block that is not of this chain. */
export function tipBlock({ state: { ledger } }: RpcNode, { query }: RpcRequest): StacksBlock | undefined {
  const tip = query.get('tip');
  // Any other value than 64 hex digits means the latest tip.
  return tip === null || !/^[0-9a-fA-F]{64}$/.test(tip) ? ledger.tip : ledger.byId(tip.toLowerCase());
}
