import type { BootCall, BootContract } from '../../../../clarity/boot.js';
import {
  ADDRESS_VERSION,
  BufferValue,
  contractPrincipal,
  encodeAddress,
  NONE,
  type PrincipalValue,
  parsePrincipal,
  someOf,
  tupleOfEntries,
  UIntValue,
} from '../../../../clarity/values.js';
import type { ClarityVersion } from '../../../../clarity/version.js';
import { hash160 } from '../../../protocol/codec/hash.js';
import { grantToManager, permitStacking } from '../../../protocol/signing/signer-permission.js';
import type { Network } from '../../chain/network.js';
import {
  cycleStart,
  firstPox5Cycle,
  POX_5_THRESHOLD,
  type PoxLengths,
  type PoxRules,
  preparedCycle,
  slotsOf,
  stackingThreshold,
} from '../../chain/pox/pox.js';
import type { ChosenSigners } from '../../chain/pox/reward-set.js';
import type { GenesisBalance } from '../balances.js';
import { signerCalls } from '../signers.js';

/**
 * Who signs the blocks of a chain that begins in epoch 4.0. It has stacked in pox-4 for the cycle in which the chain begins, and staked in
 * pox-5 through a manager of its own for all cycles after it, as the signer of a network of real nodes has when that is ready.
 */
export type GenesisSigner = {
  /** 64 hex digits. The signer stakes by the same key. */
  privateKey: string;
  /** Of this key, 33 bytes as hex. It is given, because a start that computes it loads elliptic curves. */
  publicKey: string;
  /** The STX of its account, in micro-STX. */
  balance: bigint;
  /** The contract by which it registers: it has a function `register`, with the arguments of pox-5's `grant-signer-key` behind itself. */
  manager: { name: string; source: string; clarityVersion: number };
};

/** The largest numbers of cycles for which pox-4 and pox-5 lock. */
const CYCLES = { stacking: 12, staking: 96 } as const;
/** Stacking, the manager, its registration and the stake are a transaction each. */
const TRANSACTIONS = 4n;
/** Each permission is the first of its kind. */
const AUTH_ID = 1;

/** What a signer has done before the chain begins. */
export type Signing = {
  balance: GenesisBalance;
  /** Its manager. */
  contract: BootContract;
  /** What it has called, by the names of the boot contracts that keep it. */
  calls: ReadonlyMap<string, () => BootCall[]>;
  /** The signers of the cycle in which the chain begins, as the tenure of `burnHeight` chose them. */
  chosen: { burnHeight: number; at(tenureHeight: number): ChosenSigners };
};

type Surroundings = {
  network: Network;
  pox: PoxLengths;
  rules: PoxRules;
  /** All STX when the signer stacks, and what a later contract of the boot adds to them. */
  supply: { genesis: bigint; added: bigint };
};

/** Plans what a signer has done. Nothing of it is executed before something asks for the contracts that keep it. */
export function planSigning(signer: GenesisSigner, { network, pox, rules, supply }: Surroundings): Signing {
  const { privateKey, manager } = signer;
  const { bootAddress, chainId } = network;
  const publicKey = Buffer.from(signer.publicKey, 'hex');
  const hash = hash160(publicKey);
  const address = encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash });
  const sender = parsePrincipal(address);
  const signing = { privateKey, chainId };
  const boot = (name: string): PrincipalValue => contractPrincipal(parsePrincipal(bootAddress), name);
  const id = contractPrincipal(sender, manager.name);
  const staking = firstPox5Cycle(rules);
  const first = staking - 1;
  const unlock = cycleStart(pox, staking + CYCLES.staking);
  // The stack of pox-4 begins one cycle before the one that it signs, when the network still boots.
  const [stackedAt, chosenAt, stakedAt] = [cycleStart(pox, first - 2), phaseStart(pox, first), cycleStart(pox, first)];
  const slots = slotsOf(pox);
  const stack = 2n * stackingThreshold(supply.genesis, 0n, slots);
  const stake = 2n * POX_5_THRESHOLD;

  const stacking = (): BootCall[] => {
    const permission = { topic: 'stack-stx', hash, cycle: first - 2, cycles: CYCLES.stacking, amount: stack, authId: AUTH_ID } as const;
    const payout = tupleOfEntries([
      ['hashbytes', new BufferValue(hash)],
      ['version', new BufferValue(new Uint8Array(1))],
    ]);
    const signature = someOf(new BufferValue(permitStacking(permission, signing)));
    const args = [
      uint(stack),
      payout,
      uint(stackedAt),
      uint(CYCLES.stacking),
      signature,
      new BufferValue(publicKey),
      uint(stack),
      uint(AUTH_ID),
    ];
    return [{ contract: boot('pox-4'), fn: 'stack-stx', args, sender, balance: stack, burnHeight: stackedAt, epoch: '2.5' }];
  };
  const staked = (): BootCall[] => {
    const grant = grantToManager({ manager: id.text, authId: AUTH_ID }, signing);
    const at = { sender, burnHeight: stakedAt, epoch: '4.0' } as const;
    const register = [id, new BufferValue(publicKey), uint(AUTH_ID), new BufferValue(grant)];
    return [
      { ...at, contract: id, fn: 'register', args: register },
      { ...at, contract: boot('pox-5'), fn: 'stake', args: [id, uint(stake), uint(CYCLES.staking), uint(stakedAt), NONE], balance: stake },
    ];
  };
  const at = (tenureHeight: number): ChosenSigners => {
    const threshold = stackingThreshold(supply.genesis + supply.added, stack, slots);
    const weight = stack / threshold;
    const addresses = Array.from({ length: Number(weight) }, () => ({ version: 0, hash }));
    const signers = [{ key: publicKey.toString('hex'), stacked: stack, weight }];
    return { cycle: first, tenureHeight, set: { threshold, addresses, signers } };
  };
  const chosen = (): BootCall[] => {
    const set = { cycle: first, tenureHeight: chosenAt, signers: [{ hash, weight: at(chosenAt).set.signers[0]?.weight ?? 0n }] };
    const issuer = parsePrincipal(bootAddress);
    return signerCalls(issuer, set).map((call) => ({ ...call, sender: issuer, burnHeight: chosenAt, epoch: '3.4' }));
  };
  return {
    balance: {
      principal: address,
      amount: signer.balance - stake,
      locked: { amount: stake, unlockHeight: unlock },
      nonce: TRANSACTIONS,
    },
    contract: {
      id,
      source: manager.source,
      version: manager.clarityVersion as ClarityVersion,
      epoch: '4.0',
      after: boot('pox-5'),
    },
    calls: new Map([
      ['pox-4', stacking],
      ['signers', chosen],
      ['pox-5', staked],
    ]),
    chosen: { burnHeight: chosenAt, at },
  };
}

/** The first Bitcoin height of the prepare phase before a cycle. */
function phaseStart(pox: PoxLengths, cycle: number): number {
  let height = cycleStart(pox, cycle);
  while (preparedCycle(pox, height - 1) === cycle) height--;
  return height;
}

function uint(value: number | bigint): UIntValue {
  return new UIntValue(BigInt(value));
}
