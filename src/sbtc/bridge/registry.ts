import { DevnetError } from '../../base/error.js';
import { hexOf } from '../../clarity/bytes.js';
import { BufferValue, type PrincipalValue, UIntValue, type Value } from '../../clarity/values.js';
import type { StacksClient } from '../../stacks/client.js';

/** What the contracts know at the Stacks tip. Bitcoin hashes are hex without 0x. */
export type Registry = {
  /** Returns the mint of a deposit; undefined if there is none. */
  completedDeposit(txid: string, vout: number): Promise<CompletedDeposit | undefined>;
  /** Returns a request; undefined if there is none with this id. */
  withdrawal(id: bigint): Promise<WithdrawalRequest | undefined>;
  /** Returns the sweep of an accepted withdrawal. */
  acceptedSweep(id: bigint): Promise<SweepReference | undefined>;
  /** Returns the hash of the Bitcoin block that contracts see at a height; undefined if they see none yet. */
  burnHash(height: number): Promise<string | undefined>;
  /** Returns all sBTC, locked included, in sats. */
  totalSupply(): Promise<bigint>;
};

type SweepReference = { txid: string; hash: string; height: number };
type CompletedDeposit = { amount: bigint; sweep: SweepReference };
export type WithdrawalRequest = {
  amount: bigint;
  maxFee: bigint;
  sender: string;
  recipient: { version: number; hash: string };
  burnHeight: number;
  /** Whether the signers accepted it; undefined while it is open. */
  accepted: boolean | undefined;
};

/** @param deployer of the sBTC contracts */
export function createRegistry(rpc: Pick<StacksClient, 'callRead'>, deployer: string): Registry {
  const read = async (contract: string, fn: string, ...args: Value[]): Promise<Value> =>
    rpc.callRead({ contract: `${deployer}.${contract}`, fn, args });
  const readTuple = async (fn: string, ...args: Value[]): Promise<Fields | undefined> => {
    const value = await read('sbtc-registry', fn, ...args);
    return value.kind === 'optional' && value.value !== undefined ? fieldsOf(value.value) : undefined;
  };

  return {
    async completedDeposit(txid, vout) {
      const found = await readTuple('get-completed-deposit', buffer(txid), uint(BigInt(vout)));
      return found && { amount: found.uint('amount'), sweep: sweepOf(found) };
    },
    async withdrawal(id) {
      const found = await readTuple('get-withdrawal-request', uint(id));
      if (found === undefined) return undefined;
      const recipient = fieldsOf(found.value('recipient'));
      const status = found.value('status');
      return {
        amount: found.uint('amount'),
        maxFee: found.uint('max-fee'),
        sender: found.principal('sender').text,
        recipient: { version: Number.parseInt(recipient.hex('version'), 16), hash: recipient.hex('hashbytes') },
        burnHeight: Number(found.uint('block-height')),
        accepted: status.kind === 'optional' && status.value?.kind === 'bool' ? status.value.value : undefined,
      };
    },
    async acceptedSweep(id) {
      const found = await readTuple('get-completed-withdrawal-sweep-data', uint(id));
      return found && sweepOf(found);
    },
    async burnHash(height) {
      const value = await read('sbtc-deposit', 'get-burn-header', uint(BigInt(height)));
      return value.kind === 'optional' && value.value?.kind === 'buffer' ? hexOf(value.value.bytes) : undefined;
    },
    async totalSupply() {
      const value = await read('sbtc-token', 'get-total-supply');
      if (value.kind === 'response' && value.isOk && value.value.kind === 'uint') return value.value.value;
      throw unexpected('get-total-supply');
    },
  };
}

function sweepOf(fields: Fields): SweepReference {
  return { txid: fields.hex('sweep-txid'), hash: fields.hex('sweep-burn-hash'), height: Number(fields.uint('sweep-burn-height')) };
}

type Fields = {
  value(name: string): Value;
  uint(name: string): bigint;
  hex(name: string): string;
  principal(name: string): PrincipalValue;
};

/** Reads the fields of a tuple. @throws DevnetError RPC if the value is another one */
export function fieldsOf(tuple: Value): Fields {
  const value = (name: string): Value => {
    const found = tuple.kind === 'tuple' ? tuple.field(name) : undefined;
    if (found === undefined) throw unexpected(name);
    return found;
  };
  return {
    value,
    uint(name) {
      const found = value(name);
      if (found.kind !== 'uint') throw unexpected(name);
      return found.value;
    },
    hex(name) {
      const found = value(name);
      if (found.kind !== 'buffer') throw unexpected(name);
      return hexOf(found.bytes);
    },
    principal(name) {
      const found = value(name);
      if (found.kind !== 'principal') throw unexpected(name);
      return found;
    },
  };
}

export function uint(value: bigint): Value {
  return new UIntValue(value);
}

export function buffer(hex: string): Value {
  return new BufferValue(Buffer.from(hex, 'hex'));
}

function unexpected(name: string): DevnetError {
  return new DevnetError('RPC', `the sBTC contracts answered without a valid ${name}`);
}
