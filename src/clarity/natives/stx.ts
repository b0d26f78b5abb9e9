import type { CheckApplication, NativeCheck } from '../analysis/type-checker.js';
import type { Operand } from '../compile/compile-scope.js';
import type { Execution } from '../execution/execution.js';
import { CheckFailure } from '../failure.js';
import { transferStx } from '../state/stx-balance.js';
import { tupleType } from '../types/construct.js';
import { BufferType, FieldNames, PRINCIPAL, type Type, UINT } from '../types/type.js';
import { errorCode, okOf, tupleOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { type PrincipalValue, TRUE, UIntValue, type Value } from '../values/value.js';
import { exactly } from './arguments.js';
import { type CompileNative, special } from './native.js';
import { BOOL_OR_CODE } from './result-types.js';

/** STX (clarity/src/vm/functions/assets.rs). */

const NOT_ENOUGH_BALANCE = 1;
const SENDER_IS_RECIPIENT = 2;
const NON_POSITIVE_AMOUNT = 3;
const SENDER_IS_NOT_TX_SENDER = 4;
export const OK_TRUE = okOf(TRUE);

/** The bytes of a principal, and of what a balance is kept as (`STXBalance::unlocked_and_v1_size`). */
const PRINCIPAL_SIZE = 148;
const BALANCE_SIZE = 40;

const NO_MEMO = new Uint8Array();
const ACCOUNT_FIELDS = new FieldNames(['locked', 'unlock-height', 'unlocked']);

/**
 * Moves STX of the sender, for contracts and transfer transactions (`stx_transfer_consolidated`).
 * @returns `(ok true)` or `(err uint)`
 */
export function moveStx(x: Execution, from: PrincipalValue, to: PrincipalValue, amount: bigint, memo: Uint8Array): Value {
  if (amount === 0n) return errorCode(NON_POSITIVE_AMOUNT);
  if (from.id === to.id) return errorCode(SENDER_IS_RECIPIENT);
  if (from.id !== x.sender.id) return errorCode(SENDER_IS_NOT_TX_SENDER);
  x.keepMemory(PRINCIPAL_SIZE);
  x.keepMemory(PRINCIPAL_SIZE);
  x.keepMemory(BALANCE_SIZE);
  x.keepMemory(BALANCE_SIZE);
  const sender = x.state.account(from);
  if (!sender.balance.canTransferAt(amount, x.clock)) return errorCode(NOT_ENOUGH_BALANCE);
  const recipient = x.state.account(to);
  const [left, received] = transferStx(sender.balance, recipient.balance, amount, x.clock);
  x.state.setAccount(from, { ...sender, balance: left });
  x.state.setAccount(to, { ...recipient, balance: received });
  x.moves.push({ type: 'stx', owner: from, amount });
  x.emit({ type: 'stx-transfer', sender: from, recipient: to, amount, memo });
  return OK_TRUE;
}

function burn(x: Execution, amount: bigint, from: PrincipalValue): Value {
  if (amount === 0n) return errorCode(NON_POSITIVE_AMOUNT);
  if (from.id !== x.sender.id) return errorCode(SENDER_IS_NOT_TX_SENDER);
  x.keepMemory(PRINCIPAL_SIZE);
  x.keepMemory(BALANCE_SIZE);
  const account = x.state.account(from);
  if (!account.balance.canTransferAt(amount, x.clock)) return errorCode(NOT_ENOUGH_BALANCE);
  x.state.setAccount(from, { ...account, balance: account.balance.debit(amount, x.clock) });
  x.state.liquidSupply -= amount;
  x.moves.push({ type: 'burn', owner: from, amount });
  x.emit({ type: 'stx-burn', sender: from, amount });
  return OK_TRUE;
}

function badArguments(): CheckFailure {
  return new CheckFailure('Unreachable', 'Bad transfer STX args');
}

function transfer(cost: 'StxTransfer' | 'StxTransferMemo', hasMemo: boolean): CompileNative {
  return special({ count: hasMemo ? 4 : 3 }, ({ expression, args }, scope) => {
    const [amountCode, fromCode, toCode, memoCode] = args.map((arg) => scope.ref(arg));
    const price = scope.costs[cost];
    return (x, frame) => {
      x.chargeCost(price, 0);
      const amount = amountCode!(x, frame);
      const from = fromCode!(x, frame);
      const to = toCode!(x, frame);
      const memo = memoCode?.(x, frame);
      x.at = expression;
      if (from.kind !== 'principal' || to.kind !== 'principal' || amount.kind !== 'uint') throw badArguments();
      if (memo !== undefined && memo.kind !== 'buffer') throw badArguments();
      return moveStx(x, from, to, amount.value, memo?.bytes ?? NO_MEMO);
    };
  });
}

/** Makes a function of a principal. */
function ofPrincipal(cost: 'StxBalance' | 'StxGetAccount', read: (x: Execution, principal: PrincipalValue) => Value): CompileNative {
  return special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const code = scope.ref(operand as Operand);
    const price = scope.costs[cost];
    return (x, frame) => {
      x.chargeCost(price, 0);
      const owner = code(x, frame);
      x.at = expression;
      if (owner.kind !== 'principal') throw new CheckFailure('TypeValueError', PRINCIPAL, errorText(owner));
      return read(x, owner);
    };
  });
}

export const stx = {
  'stx-transfer?': transfer('StxTransfer', false),
  'stx-transfer-memo?': transfer('StxTransferMemo', true),
  'stx-burn?': special({ count: 2 }, ({ expression, args }, scope) => {
    const [amountCode, fromCode] = args.map((arg) => scope.ref(arg));
    const price = scope.costs.StxTransfer;
    return (x, frame) => {
      x.chargeCost(price, 0);
      const amount = amountCode!(x, frame);
      const from = fromCode!(x, frame);
      x.at = expression;
      if (from.kind !== 'principal' || amount.kind !== 'uint') throw badArguments();
      return burn(x, amount.value, from);
    };
  }),
  'stx-get-balance': ofPrincipal('StxBalance', (x, owner) => new UIntValue(x.state.account(owner).balance.availableAt(x.clock))),
  'stx-account': ofPrincipal('StxGetAccount', (x, owner) => {
    const balance = x.state.account(owner).balance.canonicalAt(x.clock);
    const height = BigInt(balance.effectiveUnlockHeight(x.clock));
    return tupleOf(ACCOUNT_FIELDS, [new UIntValue(balance.lock?.amount ?? 0n), new UIntValue(height), new UIntValue(balance.unlocked)]);
  }),
};

const MEMO = new BufferType(34);

const ACCOUNT = tupleType([
  ['unlocked', UINT],
  ['locked', UINT],
  ['unlock-height', UINT],
]);

function checkTransfer(parameters: readonly Type[]): CheckApplication {
  return (checker, args, scope) => {
    exactly(args, parameters.length as 3 | 4);
    checker.costs.charge('AnalysisTypeLookup', 0);
    checker.expectAll(args, 0, parameters, scope);
    return BOOL_OR_CODE;
  };
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/assets.rs). */
export const STX_CHECKS = {
  'stx-get-balance': { kind: 'fixed', parameters: [PRINCIPAL], returns: UINT },
  'stx-account': { kind: 'fixed', parameters: [PRINCIPAL], returns: ACCOUNT },
  'stx-burn?': { kind: 'fixed', parameters: [UINT, PRINCIPAL], returns: BOOL_OR_CODE },
  'stx-transfer?': checkTransfer([UINT, PRINCIPAL, PRINCIPAL]),
  'stx-transfer-memo?': checkTransfer([UINT, PRINCIPAL, PRINCIPAL, MEMO]),
} as const satisfies Record<string, NativeCheck>;
