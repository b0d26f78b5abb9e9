import { UIntValue, type Value } from '../../../../clarity/values.js';
import { bytesOf, contentOf, fieldOf, uintOf } from '../../clarity/fields.js';
import { type ReadContract, stackingThreshold } from './pox.js';
import { type PoxAddress, sortKey } from './pox-address.js';

/** The reward set of a cycle as it was when the prepare phase before it began. */
export type ChosenSigners = { readonly cycle: number; readonly tenureHeight: number; readonly set: RewardSet };
/** Amounts in micro-STX. */
export type RewardSet = {
  threshold: bigint;
  /** One for each slot, up to pox-4. */
  addresses: PoxAddress[];
  /** Since pox-5: where every Bitcoin block of the cycle pays. */
  payout?: PoxAddress | undefined;
  signers: Signer[];
};
/** `key` is compressed, hex. */
type Signer = { key: string; stacked: bigint; weight: bigint };

type Entry = { address: PoxAddress; amount: bigint; signer: string };

/**
 * The reward set of a cycle, as stacks-core makes it in the prepare phase before: every address as often as its stackers pay
 * for slots, every signer with the slots that stand behind it.
 * @param slots reward slots of a cycle
 * @throws Error if the contract does not answer: since epoch 2.5 pox-4 does
 */
export function readRewardSet(
  { contract, cycle, liquid, slots }: { contract: string; cycle: number; liquid: bigint; slots: bigint },
  read: ReadContract,
): RewardSet {
  const entries = readEntries(contract, cycle, read);
  const participation = entries.reduce((sum, { amount }) => sum + amount, 0n);
  const threshold = stackingThreshold(liquid, participation, slots);
  return { threshold, addresses: rewardedAddresses(entries, threshold), signers: signers(entries, threshold) };
}

function readEntries(contract: string, cycle: number, read: ReadContract): Entry[] {
  const call = (fn: string, ...args: number[]): Value =>
    read(
      contract,
      fn,
      args.map((value) => new UIntValue(BigInt(value))),
    );
  const count = Number(uintOf(call('get-reward-set-size', cycle)) ?? 0n);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const entry = parseEntry(call('get-reward-set-pox-address', cycle, index));
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** `(some {pox-addr: {version, hashbytes}, total-ustx, stacker, signer})` */
function parseEntry(value: Value): Entry | undefined {
  const entry = contentOf(value);
  const address = fieldOf(entry, 'pox-addr');
  const version = bytesOf(fieldOf(address, 'version'));
  const hash = bytesOf(fieldOf(address, 'hashbytes'));
  const amount = uintOf(fieldOf(entry, 'total-ustx'));
  const signer = bytesOf(fieldOf(entry, 'signer'));
  if (version === undefined || hash === undefined || amount === undefined || signer === undefined) return undefined;
  return { address: { version: version[0] ?? 0, hash }, amount, signer: signer.toString('hex') };
}

function rewardedAddresses(entries: Entry[], threshold: bigint): PoxAddress[] {
  const amounts = new Map<string, { address: PoxAddress; amount: bigint }>();
  for (const { address, amount } of entries) {
    const key = `${address.version} ${address.hash.toString('hex')}`;
    amounts.set(key, { address, amount: (amounts.get(key)?.amount ?? 0n) + amount });
  }
  return [...amounts.values()]
    .sort((a, b) => (sortKey(a.address) < sortKey(b.address) ? 1 : -1))
    .flatMap(({ address, amount }) => Array.from({ length: Number(amount / threshold) }, () => address));
}

function signers(entries: Entry[], threshold: bigint): Signer[] {
  const stacked = new Map<string, bigint>();
  for (const { signer, amount } of entries) stacked.set(signer, (stacked.get(signer) ?? 0n) + amount);
  return [...stacked]
    .map(([key, amount]) => ({ key, stacked: amount, weight: amount / threshold }))
    .filter(({ weight }) => weight > 0n)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
