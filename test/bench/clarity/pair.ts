import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import type { Value } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { nodeCrypto } from '#dist/stacks/node/clarity/crypto.js';
import { Session } from '../../clarity/session.js';
import { WasmSession } from '../../clarity/wasm/session.js';
import type { Figure } from '../measure.js';
import { DEPLOYER } from './contracts.js';

export type BenchCall = { readonly contract: string; readonly fn: string; readonly args: readonly Value[]; readonly isPublic?: boolean };

const EPOCH = '3.4';
const ROUNDS = 15;
/** Code is compiled meanwhile. */
const WARM_UPS = 20;

/** This VM and the WebAssembly VM, with the same contracts. */
export class Pair {
  readonly ours = new Session({ epoch: EPOCH, crypto: nodeCrypto });
  readonly theirs: WasmSession;

  private constructor(theirs: WasmSession) {
    this.theirs = theirs;
    this.ours.mine(5);
    theirs.fund(DEPLOYER, 1_000_000n);
    this.ours.fund(DEPLOYER, 1_000_000n);
  }

  static async open(): Promise<Pair> {
    return new Pair(await WasmSession.open(EPOCH, DEPLOYER));
  }

  /** @throws Error if one of the VMs cannot deploy it */
  deploy(name: string, source: string, version: ClarityVersion = 3): void {
    const contract = `${DEPLOYER}.${name}`;
    const { error } = this.theirs.deploy(contract, source, version);
    const { failure } = this.ours.deploy({ contract, source, version });
    if (error !== undefined || failure !== undefined) throw new Error(`${name}: ${error} ${JSON.stringify(failure)}`);
  }

  /** Compares a call, whose arguments may follow from its number. @param args the arguments in each VM */
  call(what: string, count: number, of: (at: number, isOurs: boolean) => BenchCall): Figure {
    let calls = 0;
    const ours = (at: number) => {
      const { contract, fn, args } = of(at, true);
      const { result, failure } = this.ours.call({ contract: `${DEPLOYER}.${contract}`, fn, args, sender: DEPLOYER });
      if (result === undefined) throw new Error(`${what}: ${JSON.stringify(failure)}`);
      return serialize(result);
    };
    const theirs = (at: number) => {
      const { contract, fn, args, isPublic = true } = of(at, false);
      const { error } = this.theirs.call(`${DEPLOYER}.${contract}`, fn, args, { sender: DEPLOYER, isPublic });
      if (error !== undefined) throw new Error(`${what}: ${error}`);
    };
    return byTurns(what, '10', (isOurs) => {
      for (let call = 0; call < count; call++) (isOurs ? ours : theirs)(calls++);
    });
  }
}

/** Returns how many times as long the WebAssembly VM takes, in rounds in which both take turns. */
function byTurns(what: string, goal: string, run: (isOurs: boolean) => void): Figure {
  const timeOf = (isOurs: boolean) => {
    const started = performance.now();
    run(isOurs);
    return performance.now() - started;
  };
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) for (const isOurs of [true, false]) timeOf(isOurs);
  const ratios = Array.from({ length: ROUNDS }, () => {
    const ours = timeOf(true);
    return timeOf(false) / ours;
  });
  return figureOf(`${what}: WebAssembly VM / this VM`, ratios, { unit: '×', goal: `≥ ${goal}` });
}

export function figureOf(name: string, values: number[], { unit, goal }: Pick<Figure, 'unit' | 'goal'>): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
  return { name, runs: sorted.length, min: at(0), median: at(0.5), p95: at(0.95), unit, goal };
}

export const SENDER = parsePrincipal(DEPLOYER);
