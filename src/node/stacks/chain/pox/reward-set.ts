import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { parseValueHex } from '../../../../chains/stacks/codec/value/value-reader.js';
import { writeValue } from '../../../../chains/stacks/codec/value/value-writer.js';
import type { Vm } from '../../vm/types.js';
import { deployerOf, stackingThreshold } from './pox.js';
import { type PoxAddress, sortKey } from './pox-address.js';

/** The reward set of a cycle as it was when the prepare phase before it began. */
export type ChosenSigners = { readonly cycle: number; readonly tenureHeight: number; readonly set: RewardSet };
/** Amounts in micro-STX. */
export type RewardSet = { threshold: bigint; addresses: PoxAddress[]; signers: Signer[] };
/** `key` is compressed, hex. */
type Signer = { key: string; stacked: bigint; weight: bigint };

type Entry = { address: PoxAddress; amount: bigint; signer: string };

/**
 * The reward set of a cycle, as stacks-core makes it in the prepare phase before: every address as often as its stackers pay
 * for slots, every signer with the slots that stand behind it.
 * @param slots reward slots of a cycle
 * @throws Error if the contract does not answer: since epoch 2.5 pox-4 does
 */
export async function readRewardSet(
  vm: Vm,
  { contract, cycle, liquid, slots }: { contract: string; cycle: number; liquid: bigint; slots: bigint },
): Promise<RewardSet> {
  const entries = await readEntries(vm, contract, cycle);
  const participation = entries.reduce((sum, { amount }) => sum + amount, 0n);
  const threshold = stackingThreshold(liquid, participation, slots);
  return { threshold, addresses: rewardedAddresses(entries, threshold), signers: signers(entries, threshold) };
}

async function readEntries(vm: Vm, contract: string, cycle: number): Promise<Entry[]> {
  const call = async (fn: string, ...args: number[]): Promise<ClarityValue | undefined> => {
    const hexArgs = args.map((value) => writeValue({ type: 'uint', value: BigInt(value) }).toString('hex'));
    const read = await vm.callReadOnly({ contract, fn, args: hexArgs, sender: deployerOf(contract) });
    if (!read.okay) throw new Error(`${contract} ${fn}: ${read.cause}`);
    return parseValueHex(read.result);
  };
  const size = await call('get-reward-set-size', cycle);
  const count = size?.type === 'uint' ? Number(size.value) : 0;
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const entry = parseEntry(await call('get-reward-set-pox-address', cycle, index));
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** `(some {pox-addr: {version, hashbytes}, total-ustx, stacker, signer})` */
function parseEntry(value: ClarityValue | undefined): Entry | undefined {
  const fields = fieldsOf(value?.type === 'some' ? value.value : undefined);
  const address = fieldsOf(fields.get('pox-addr'));
  const version = bytesOf(address.get('version'));
  const hash = bytesOf(address.get('hashbytes'));
  const amount = fields.get('total-ustx');
  const signer = bytesOf(fields.get('signer'));
  if (version === undefined || hash === undefined || amount?.type !== 'uint' || signer === undefined) return undefined;
  return { address: { version: version[0] ?? 0, hash }, amount: amount.value, signer: signer.toString('hex') };
}

function fieldsOf(value: ClarityValue | undefined): Map<string, ClarityValue> {
  return new Map(value?.type === 'tuple' ? value.fields : []);
}

function bytesOf(value: ClarityValue | undefined): Buffer | undefined {
  return value?.type === 'buffer' ? Buffer.from(value.value) : undefined;
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
