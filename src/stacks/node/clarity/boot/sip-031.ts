import type { Network } from '../../chain/network.js';

/** The epoch that brings the contract `sip-031`. */
export const SIP_031_EPOCH = '3.2';

const STX = 1_000_000n;
/** What each tenure adds from a Bitcoin height on, the last height first (`SIP031EmissionInterval`, stacks-common/src/types/mod.rs). */
const EMISSIONS = {
  mainnet: [
    { from: 1_170_540, amount: 0n },
    { from: 1_117_980, amount: 1_155n * STX },
    { from: 1_065_420, amount: 1_305n * STX },
    { from: 1_012_860, amount: 1_705n * STX },
    { from: 960_300, amount: 1_140n * STX },
    { from: 907_740, amount: 475n * STX },
  ],
  testnet: [
    { from: 73_685, amount: 0n },
    { from: 73_325, amount: 5_000n },
    { from: 72_965, amount: 4_000n },
    { from: 72_605, amount: 3_000n },
    { from: 72_245, amount: 2_000n },
    { from: 71_885, amount: 1_000n },
  ],
} as const;

/** The contract on a network. */
export function sip031({ bootAddress }: Pick<Network, 'bootAddress'>): string {
  return `${bootAddress}.sip-031`;
}

/** Returns what the tenure of a Bitcoin block adds to the contract, in micro-STX. */
export function emissionAt({ isMainnet }: Pick<Network, 'isMainnet'>, burnHeight: number): bigint {
  return EMISSIONS[isMainnet ? 'mainnet' : 'testnet'].find(({ from }) => burnHeight >= from)?.amount ?? 0n;
}
