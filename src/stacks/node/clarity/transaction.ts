import { bytesOfHex } from '../../../clarity/bytes.js';
import type { Payload, PostCondition, Transaction } from '../../../clarity/transaction.js';
import {
  type Address,
  contractPrincipal,
  deserialize,
  type PrincipalValue,
  parsePrincipal,
  standardPrincipal,
  type Value,
} from '../../../clarity/values.js';
import type { ClarityVersion } from '../../../clarity/version.js';
import type { PostCondition as EncodedCondition } from '../../protocol/codec/transaction/post-condition.js';
import { type Transaction as Decoded, originAccount, payerAccount, transactionFee } from '../../protocol/codec/transaction/transaction.js';

/**
 * Returns a decoded transaction as the VM takes it.
 * @throws TypeError for what never enters the mempool: coinbase, tenure change, poison
 */
export function clarityTransaction(decoded: Decoded): Transaction {
  const { origin, sponsor, postConditionMode, postConditions } = decoded;
  return {
    origin: principalOf(originAccount(decoded)),
    nonce: origin.nonce,
    sponsor: sponsor && { principal: principalOf(payerAccount(decoded)), nonce: sponsor.nonce },
    fee: transactionFee(decoded),
    payload: payloadOf(decoded),
    postConditionMode,
    postConditions: postConditions.map(conditionOf),
  };
}

function payloadOf({ payload }: Decoded): Payload {
  switch (payload.type) {
    case 'transfer':
      return { type: 'transfer', recipient: payload.recipient, amount: payload.amount, memo: payload.memo };
    case 'call': {
      const contract = contractPrincipal(principalOf(payload.address), payload.contract);
      return { type: 'call', contract, fn: payload.fn, args: payload.args };
    }
    case 'deploy': {
      const { name, source, clarityVersion } = payload;
      return { type: 'deploy', name, source, version: clarityVersion as ClarityVersion | undefined };
    }
    default:
      throw new TypeError(`a ${payload.type} is not executed by the VM`);
  }
}

function conditionOf(condition: EncodedCondition): PostCondition {
  const principal = condition.principal === undefined ? undefined : parsePrincipal(condition.principal);
  return condition.type === 'nft' ? { ...condition, principal, value: valueOfHex(condition.assetId) } : { ...condition, principal };
}

export function principalOf({ version, hash }: Address): PrincipalValue {
  return standardPrincipal(version, hash);
}

/** Reads a value from hex that the codec wrote. */
export function valueOfHex(hex: string): Value {
  const bytes = bytesOfHex(hex);
  if (bytes === undefined) throw new TypeError(`not hex: ${hex}`);
  return deserialize(bytes).value;
}
