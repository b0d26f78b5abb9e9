import type { Operand, Scope } from '../../compile/compile-scope.js';
import type { NonFungibleToken } from '../../contract.js';
import type { Cost } from '../../costs/cost.js';
import type { Code, Execution } from '../../execution/execution.js';
import { CheckFailure } from '../../failure.js';
import { PRINCIPAL } from '../../types/type.js';
import { admitsValue } from '../../values/admits.js';
import { errorCode, someOf } from '../../values/construct.js';
import { errorText } from '../../values/debug.js';
import { serializedSize } from '../../values/serialize.js';
import { sizeOf } from '../../values/size.js';
import { NONE, type PrincipalValue, type Value } from '../../values/value.js';
import { keyOf } from '../maps.js';
import { failing, special } from '../native.js';
import { OK_TRUE } from '../stx.js';

/** Non-fungible tokens (the functions `…_v205` of clarity/src/vm/functions/assets.rs): costs depend on the serialized id. */

const OWNER_SIZE = 148;

/** What a function gets: the id as it was given and as it is found, and the token. */
type Use = {
  readonly token: NonFungibleToken;
  readonly given: Value;
  readonly id: Value;
  readonly idSize: number;
  readonly owner: PrincipalValue | undefined;
  readonly args: readonly Value[];
  /** Charges for a copy of the id, if it is a variable. */
  readonly copy: () => Value;
};

function tokenOf(operand: Operand | undefined, scope: Scope): NonFungibleToken | CheckFailure {
  if (operand?.type !== 'atom') return new CheckFailure('Unreachable', 'Bad token name');
  return scope.contract.nonFungibleTokens.get(operand.name) ?? new CheckFailure('Unreachable', `No such NFT: ${operand.name}`);
}

/** Makes a function of an id and further arguments. `first` is charged before anything is evaluated. */
function using(
  { count, cost, first = false }: { count: number; cost: 'NftMint' | 'NftTransfer' | 'NftBurn' | 'NftOwner'; first?: boolean },
  run: (x: Execution, use: Use) => Value,
) {
  return special({ count }, ({ expression, args: [operand, idOperand, ...rest] }, scope): Code => {
    const token = tokenOf(operand, scope);
    const price: Cost = scope.costs[cost];
    if (token instanceof CheckFailure) return failing(() => token);
    const idCode = scope.compile(idOperand as Operand);
    const codes = rest.map((arg) => scope.ref(arg));
    const copies = idCode.owned !== idCode.ref;
    const copyCost = scope.costs.LookupVariableSize.runtime;
    const { contract } = scope;
    return (x, frame) => {
      if (first) x.chargeCost(price, 0);
      const given = idCode.ref(x, frame);
      const args = codes.map((code) => code(x, frame));
      x.at = expression;
      const idSize = serializedSize(given);
      x.chargeCost(price, idSize);
      if (!admitsValue(token.type, given)) throw new CheckFailure('TypeValueError', token.type, errorText(given));
      const id = keyOf(token.type, given);
      const copy = () => {
        if (copies) x.chargeRuntime(copyCost(sizeOf(given)));
        return given;
      };
      return run(x, { token, given, id, idSize, args, copy, owner: x.state.nonFungibleOwner(contract, token, id) });
    };
  });
}

function principal(value: Value | undefined): PrincipalValue {
  if (value?.kind !== 'principal') throw new CheckFailure('TypeValueError', PRINCIPAL, errorText(value as Value));
  return value;
}

function keep(x: Execution, { idSize }: Use): void {
  x.keepMemory(OWNER_SIZE);
  x.keepMemory(idSize);
}

export const nonFungible = {
  'nft-get-owner?': using({ count: 2, cost: 'NftOwner' }, (_x, { owner }) => (owner === undefined ? NONE : someOf(owner))),
  'nft-mint?': using({ count: 3, cost: 'NftMint' }, (x, use) => {
    const to = principal(use.args[0]);
    if (use.owner !== undefined) return errorCode(1);
    keep(x, use);
    x.state.setNonFungibleOwner(use.token, use.id, to);
    x.emit({ type: 'nft-mint', asset: use.token.asset, recipient: to, value: use.copy() });
    return OK_TRUE;
  }),
  'nft-transfer?': using({ count: 4, cost: 'NftTransfer' }, (x, use) => {
    const [from, to] = use.args;
    if (from?.kind !== 'principal' || to?.kind !== 'principal') throw new CheckFailure('Unreachable', 'Bad transfer NFT args');
    if (from.id === to.id) return errorCode(2);
    if (use.owner === undefined) return errorCode(3);
    if (use.owner.id !== from.id) return errorCode(1);
    keep(x, use);
    x.state.setNonFungibleOwner(use.token, use.id, to);
    const value = use.copy();
    x.moves.push({ type: 'nft', owner: from, asset: use.token.asset, value });
    x.emit({ type: 'nft-transfer', asset: use.token.asset, sender: from, recipient: to, value });
    return OK_TRUE;
  }),
  'nft-burn?': using({ count: 3, cost: 'NftBurn', first: true }, (x, use) => {
    const sender = principal(use.args[0]);
    if (use.owner === undefined) return errorCode(3);
    if (use.owner.id !== sender.id) return errorCode(1);
    keep(x, use);
    x.state.setNonFungibleOwner(use.token, use.id, undefined);
    const value = use.copy();
    x.moves.push({ type: 'nft', owner: sender, asset: use.token.asset, value });
    x.emit({ type: 'nft-burn', asset: use.token.asset, sender, value });
    return OK_TRUE;
  }),
};
