import type { Operand, Scope } from '../../compile/compile-scope.js';
import type { Contract, FungibleToken } from '../../contract.js';
import type { Execution } from '../../execution/execution.js';
import { CheckFailure, InternalFailure, RuntimeFailure } from '../../failure.js';
import { PRINCIPAL } from '../../types/type.js';
import { errorCode } from '../../values/construct.js';
import { errorText } from '../../values/debug.js';
import { type PrincipalValue, UIntValue, type Value } from '../../values/value.js';
import { failing, special } from '../native.js';
import { OK_TRUE } from '../stx.js';

/** Fungible tokens (clarity/src/vm/functions/assets.rs). Their name is resolved after the arguments are evaluated. */

const MAX_AMOUNT = 2n ** 128n - 1n;
/** The bytes of an owner and of an amount, which stay in memory. */
const OWNER_SIZE = 148;
const AMOUNT_SIZE = 16;

type Token = { readonly name: string; readonly token: FungibleToken | undefined };

function tokenOf(operand: Operand | undefined, scope: Scope): Token | undefined {
  return operand?.type === 'atom' ? { name: operand.name, token: scope.contract.fungibleTokens.get(operand.name) } : undefined;
}

function known({ name, token }: Token): FungibleToken {
  if (token === undefined) throw new CheckFailure('Unreachable', `No such FT: ${name}`);
  return token;
}

function badName(): CheckFailure {
  return new CheckFailure('Unreachable', 'Bad token name');
}

/** @throws InternalFailure before the contract was deployed: within `at-block` */
function supplyOf(x: Execution, contract: Contract, token: FungibleToken): bigint {
  const supply = x.state.fungibleSupply(contract, token);
  if (supply === undefined) throw new InternalFailure('ERROR: Clarity VM failed to track token supply.');
  return supply;
}

/** Holds the memory of owners and amounts, in the order of the node. */
function keep(x: Execution, owners: number): void {
  for (let count = 0; count < owners; count++) x.keepMemory(OWNER_SIZE);
  for (let count = 0; count < owners; count++) x.keepMemory(AMOUNT_SIZE);
}

/** Makes a function that changes balances of a token: its arguments are an amount and one or two principals. */
function change(
  cost: 'FtMint' | 'FtTransfer' | 'FtBurn',
  name: 'mint' | 'transfer' | 'burn',
  run: (x: Execution, scope: Scope, token: Token, amount: bigint, first: PrincipalValue, second: PrincipalValue) => Value,
) {
  const count = name === 'transfer' ? 4 : 3;
  return special({ count }, ({ expression, args: [operand, ...rest] }, scope) => {
    const token = tokenOf(operand, scope);
    const [amountCode, firstCode, secondCode] = rest.map((arg) => scope.ref(arg));
    const price = scope.costs[cost];
    return (x, frame) => {
      x.chargeCost(price, 0);
      if (token === undefined) throw badName();
      const amount = amountCode!(x, frame);
      const first = firstCode!(x, frame);
      const second = secondCode?.(x, frame) ?? first;
      x.at = expression;
      if (amount.kind !== 'uint' || first.kind !== 'principal' || second.kind !== 'principal')
        throw new CheckFailure('Unreachable', `Bad ${name} FT args`);
      return run(x, scope, token, amount.value, first, second);
    };
  });
}

export const fungible = {
  'ft-mint?': change('FtMint', 'mint', (x, { contract }, named, amount, to) => {
    if (amount === 0n) return errorCode(1);
    const token = known(named);
    const supply = supplyOf(x, contract, token) + amount;
    if (supply > MAX_AMOUNT) throw new RuntimeFailure('ArithmeticOverflow');
    if (token.cap !== undefined && supply > token.cap) throw new RuntimeFailure('SupplyOverflow', supply, token.cap);
    x.state.setFungibleSupply(token, supply);
    const balance = x.state.fungibleBalance(contract, token, to) + amount;
    if (balance > MAX_AMOUNT) throw new InternalFailure('STX overflow');
    keep(x, 1);
    x.state.setFungibleBalance(token, to, balance);
    x.emit({ type: 'ft-mint', asset: token.asset, recipient: to, amount });
    return OK_TRUE;
  }),
  'ft-transfer?': change('FtTransfer', 'transfer', (x, { contract }, named, amount, from, to) => {
    if (amount === 0n) return errorCode(3);
    if (from.id === to.id) return errorCode(2);
    const token = known(named);
    const left = x.state.fungibleBalance(contract, token, from) - amount;
    if (left < 0n) return errorCode(1);
    const received = x.state.fungibleBalance(contract, token, to) + amount;
    if (received > MAX_AMOUNT) throw new RuntimeFailure('ArithmeticOverflow');
    keep(x, 2);
    x.state.setFungibleBalance(token, from, left);
    x.state.setFungibleBalance(token, to, received);
    x.moves.push({ type: 'ft', owner: from, asset: token.asset, amount });
    x.emit({ type: 'ft-transfer', asset: token.asset, sender: from, recipient: to, amount });
    return OK_TRUE;
  }),
  'ft-burn?': change('FtBurn', 'burn', (x, { contract }, named, amount, from) => {
    if (amount === 0n) return errorCode(1);
    const token = known(named);
    const left = x.state.fungibleBalance(contract, token, from) - amount;
    if (left < 0n) return errorCode(1);
    const supply = supplyOf(x, contract, token);
    if (amount > supply) throw new RuntimeFailure('SupplyUnderflow', supply, amount);
    x.state.setFungibleSupply(token, supply - amount);
    x.state.setFungibleBalance(token, from, left);
    x.emit({ type: 'ft-burn', asset: token.asset, sender: from, amount });
    keep(x, 1);
    x.moves.push({ type: 'ft', owner: from, asset: token.asset, amount });
    return OK_TRUE;
  }),
  'ft-get-balance': special({ count: 2 }, ({ expression, args: [operand, owner] }, scope) => {
    const token = tokenOf(operand, scope);
    const code = scope.ref(owner as Operand);
    const price = scope.costs.FtBalance;
    const { contract } = scope;
    return (x, frame) => {
      x.chargeCost(price, 0);
      if (token === undefined) throw badName();
      const principal = code(x, frame);
      x.at = expression;
      if (principal.kind !== 'principal') throw new CheckFailure('TypeValueError', PRINCIPAL, errorText(principal));
      return new UIntValue(x.state.fungibleBalance(contract, known(token), principal));
    };
  }),
  'ft-get-supply': special({ count: 1 }, ({ args: [operand] }, scope) => {
    const token = tokenOf(operand, scope);
    if (token === undefined) return failing(badName);
    const price = scope.costs.FtSupply;
    const { contract } = scope;
    return (x) => {
      x.chargeCost(price, 0);
      if (token.token === undefined) throw new InternalFailure('ERROR: Clarity VM failed to track token supply.');
      return new UIntValue(supplyOf(x, contract, token.token));
    };
  }),
};
