import type { Contract } from '../../../clarity/contract.js';
import { NO_COST } from '../../../clarity/costs.js';
import type { ContractEvent } from '../../../clarity/execution.js';
import { storedOf } from '../../../clarity/natives.js';
import { StxBalance } from '../../../clarity/state.js';
import type { Type } from '../../../clarity/types.js';
import { displayType, optionalType } from '../../../clarity/types.js';
import {
  admitsValue,
  contractPrincipal,
  displayValue,
  NONE,
  type PrincipalValue,
  parsePrincipal,
  serializedHex,
  someOf,
  type Value,
} from '../../../clarity/values.js';
import { printOf, type StateChange } from '../../state-change.js';
import type { BlockExecution } from './block-execution.js';
import { encodeEvents } from './event.js';
import type { Refusal, Result } from './result.js';
import { valueOfHex } from './transaction.js';

/** A change that the state does not allow. */
class Impossible extends Error {}

/**
 * Changes the state of the open block. Balances and assets report the events of their tokens; variables, entries and nonces, for which
 * Clarity has no events, one that `changer` prints.
 * @param changer the account of the transaction
 */
export function changeState(execution: BlockExecution, changer: PrincipalValue, change: StateChange): Result | Refusal {
  try {
    const events = apply(execution, changer, change);
    raiseNonce(execution, changer, execution.state.account(changer).nonce + 1n);
    return { status: 'success', rawResult: '0703', repr: '(ok true)', events: encodeEvents(events), vmError: null, cost: NO_COST };
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return { status: 'invalid', reason: error.message };
  }
}

function apply(execution: BlockExecution, changer: PrincipalValue, change: StateChange): ContractEvent[] {
  switch (change.type) {
    case 'stx-balance':
      return setStxBalance(execution, parsePrincipal(change.principal), change.amount);
    case 'ft-balance':
      return setTokenBalance(execution, change);
    case 'nft-owner':
      return setOwner(execution, change);
    case 'data-var':
      setVariable(execution, change);
      return [printed(changer, change)];
    case 'map-entry':
      setEntry(execution, change);
      return [printed(changer, change)];
    case 'nonce': {
      raiseNonce(execution, parsePrincipal(change.principal), change.nonce);
      return [printed(changer, change)];
    }
  }
}

/** A nonce never goes back: the chain has the transactions with those before. */
function raiseNonce({ state }: BlockExecution, principal: PrincipalValue, to: bigint): void {
  const account = state.account(principal);
  if (to > account.nonce) state.setAccount(principal, { ...account, nonce: to });
}

type Change<T extends StateChange['type']> = Extract<StateChange, { type: T }>;

/** Mints or burns what is missing or too much. What is locked stays. */
function setStxBalance({ state, clock }: BlockExecution, principal: PrincipalValue, amount: bigint): ContractEvent[] {
  const account = state.account(principal);
  const { unlocked, lock } = account.balance.canonicalAt(clock);
  if (amount === unlocked) return [];
  state.setAccount(principal, { ...account, balance: new StxBalance(amount, lock) });
  state.liquidSupply += amount - unlocked;
  if (amount > unlocked) return [{ type: 'stx-mint', recipient: principal, amount: amount - unlocked }];
  return [{ type: 'stx-burn', sender: principal, amount: unlocked - amount }];
}

function setTokenBalance(
  { state }: BlockExecution,
  { contract: id, token: name, principal, amount }: Change<'ft-balance'>,
): ContractEvent[] {
  const contract = contractOf(state, id);
  const token = partOf(contract, contract.fungibleTokens, name, 'fungible token');
  const owner = parsePrincipal(principal);
  const before = state.fungibleBalance(contract, token, owner);
  const supply = (state.fungibleSupply(contract, token) ?? 0n) + amount - before;
  if (token.cap !== undefined && supply > token.cap) throw new Impossible(`the supply of ${token.asset} is at most ${token.cap}`);
  if (amount === before) return [];
  state.setFungibleBalance(token, owner, amount);
  state.setFungibleSupply(token, supply);
  if (amount > before) return [{ type: 'ft-mint', asset: token.asset, recipient: owner, amount: amount - before }];
  return [{ type: 'ft-burn', asset: token.asset, sender: owner, amount: before - amount }];
}

function setOwner({ state }: BlockExecution, { contract: id, token: name, id: hex, owner: text }: Change<'nft-owner'>): ContractEvent[] {
  const contract = contractOf(state, id);
  const token = partOf(contract, contract.nonFungibleTokens, name, 'non-fungible token');
  const { asset } = token;
  const value = typed(token.type, valueOfHex(hex));
  const owner = text === undefined ? undefined : parsePrincipal(text);
  const before = state.nonFungibleOwner(contract, token, value);
  if (owner?.id === before?.id) return [];
  state.setNonFungibleOwner(token, value, owner);
  if (before === undefined) return [{ type: 'nft-mint', asset, recipient: owner as PrincipalValue, value }];
  if (owner === undefined) return [{ type: 'nft-burn', asset, sender: before, value }];
  return [{ type: 'nft-transfer', asset, sender: before, recipient: owner, value }];
}

function setVariable({ state, rules }: BlockExecution, { contract: id, name, value: hex }: Change<'data-var'>): void {
  const contract = contractOf(state, id);
  const variable = partOf(contract, contract.variables, name, 'variable');
  state.setVariable(variable, storedOf(variable.type, typed(variable.type, valueOfHex(hex)), rules.epoch));
}

function setEntry({ state, rules }: BlockExecution, { contract: id, map: name, key: keyHex, entry }: Change<'map-entry'>): void {
  const contract = contractOf(state, id);
  const map = partOf(contract, contract.maps, name, 'map');
  const key = typed(map.keyType, valueOfHex(keyHex));
  const value = entry === undefined ? NONE : someOf(typed(map.valueType, valueOfHex(entry)));
  state.setMapEntry(map, key, storedOf(optionalType(map.valueType), value, rules.epoch));
}

function contractOf(state: BlockExecution['state'], id: string): Contract {
  const contract = state.contract(parsePrincipal(id));
  if (contract === undefined) throw new Impossible(`there is no contract ${id}`);
  return contract;
}

function partOf<T>(contract: Contract, parts: ReadonlyMap<string, T>, name: string, what: string): T {
  const part = parts.get(name);
  if (part === undefined) throw new Impossible(`${contract.id.text} has no ${what} "${name}"`);
  return part;
}

function typed(type: Type, value: Value): Value {
  if (!admitsValue(type, value)) throw new Impossible(`${displayValue(value)} is not of the type ${displayType(type)}`);
  return value;
}

/** The change as what the contract that the transaction calls prints. */
function printed(changer: PrincipalValue, change: StateChange): ContractEvent {
  const { contract, value } = printOf(change);
  return { type: 'print', contract: contractPrincipal(changer, contract), value: valueOfHex(serializedHex(value)) };
}
