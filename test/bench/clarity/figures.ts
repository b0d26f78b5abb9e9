import { createHash } from 'node:crypto';
import { listOfDerived } from '#dist/clarity/values/construct.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { BufferValue, NONE, type OptionalValue, UIntValue, type Value } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { sbtcContracts } from '#dist/sbtc/deployments.js';
import { valueOfHex } from '../../clarity/hex.js';
import type { Figure } from '../measure.js';
import { CONTRACTS, DEPLOYER, OTHER } from './contracts.js';
import { deployFigures } from './deploys.js';
import { Pair, SENDER } from './pair.js';
import { startFigures } from './start.js';
import { stateFigures } from './state.js';

const uint = (value: number) => new UIntValue(BigInt(value));

/** Measures the VM beside the WebAssembly VM of clarinet-sdk, by turns: ratios of times, in epoch 3.4, which both have. */
export async function clarityFigures(): Promise<Figure[]> {
  const pair = await Pair.open();
  for (const [name, source] of Object.entries(CONTRACTS)) pair.deploy(name, source);
  const burnHash = await deploySbtc(pair);
  const recipient = parsePrincipal(OTHER);
  const items = listOfDerived(Array.from({ length: 200 }, (_, at) => uint(at)));
  const deposit = (at: number, isOurs: boolean): Value[] => {
    const txid = new BufferValue(new Uint8Array(createHash('sha256').update(`deposit ${at}`).digest()));
    return [txid, uint(0), uint(1000), recipient, isOurs ? burnHash.ours : burnHash.theirs, uint(burnHash.height), txid];
  };
  return [
    pair.call('SIP-010 transfer', 20, () => ({ contract: 'token', fn: 'transfer', args: [uint(1), SENDER, recipient, NONE] })),
    pair.call('map write', 20, (at) => ({ contract: 'store', fn: 'write', args: [uint(at)] })),
    pair.call('map read', 20, (at) => ({ contract: 'store', fn: 'read', args: [uint(at % 50)], isPublic: false })),
    pair.call('fold of 200', 5, () => ({ contract: 'folding', fn: 'total', args: [items] })),
    pair.call('DeFi swap', 10, () => ({ contract: 'pool', fn: 'swap', args: [uint(100), uint(1)] })),
    pair.call('sBTC deposit', 10, (at, isOurs) => ({
      contract: 'sbtc-deposit',
      fn: 'complete-deposit-wrapper',
      args: deposit(at, isOurs),
    })),
    ...(await deployFigures()),
    ...startFigures(),
    ...stateFigures(),
  ];
}

/** Deploys sBTC and returns a burn block that contracts of each VM see. */
async function deploySbtc(pair: Pair) {
  for (const { name, source, clarityVersion } of await sbtcContracts({ deployer: DEPLOYER }))
    pair.deploy(name, source, clarityVersion as ClarityVersion);
  const height = Math.min(pair.theirs.chain().burnHeight, pair.ours.world.view().burnHeight) - 1;
  const args = [uint(height)];
  const contract = `${DEPLOYER}.sbtc-deposit`;
  const theirs = pair.theirs.call(contract, 'get-burn-header', args, { sender: DEPLOYER, isPublic: false });
  const { result: ours } = pair.ours.call({ contract, fn: 'get-burn-header', args, sender: DEPLOYER });
  if (theirs.error !== undefined || ours === undefined) throw new Error('There is no burn block for a deposit');
  const inner = (value: Value) => (value as OptionalValue).value as Value;
  return { height, ours: inner(ours), theirs: inner(valueOfHex(theirs.result)) };
}
