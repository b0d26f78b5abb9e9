import { createRequire } from 'node:module';
import type { EpochName } from '#dist/clarity/epoch.js';
import type { ChainView } from '#dist/clarity/execution/chain-view.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import type { Value } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { withBriefWasm } from '../../brief-wasm.js';
import { FULL_LENGTH } from '../../full-length.js';

type Wasm = typeof import('@stacks/clarinet-sdk-wasm');

const load = async (): Promise<Wasm> => createRequire(import.meta.url)('@stacks/clarinet-sdk-wasm');
const wasm = await (FULL_LENGTH ? load() : withBriefWasm(load));

/** Epochs of which this build of the WebAssembly VM has the right rules and costs, with the newest version of Clarity of each. */
export const EPOCHS = [
  ['3.0', 3],
  ['3.1', 3],
  ['3.2', 3],
  ['3.3', 4],
  ['3.4', 5],
] as const satisfies readonly (readonly [EpochName, ClarityVersion])[];

export type TestedEpoch = (typeof EPOCHS)[number][0];

/** What a deploy or a call did. */
export type WasmAnswer =
  | { readonly error: string }
  | {
      readonly error?: undefined;
      /** Hex. */
      readonly result: string;
      /** In the form of `answer.ts`. */
      readonly events: readonly string[];
      /** Runtime, reads and their bytes, writes and their bytes, memory. Analysis does not count. */
      readonly cost: readonly number[];
    };

/** A chain of the WebAssembly VM of clarinet-sdk. */
export class WasmSession {
  readonly #sdk: InstanceType<Wasm['SDK']>;

  private constructor(sdk: InstanceType<Wasm['SDK']>) {
    this.#sdk = sdk;
  }

  static async open(epoch: TestedEpoch, deployer: string): Promise<WasmSession> {
    const missing = (name: string) => {
      throw new Error(`The WebAssembly VM asks for ${name}, but this test has no files`);
    };
    const sdk = new wasm.SDK(missing, new wasm.SDKOptions(true, false, false));
    await sdk.initEmptySession({ enabled: false });
    sdk.setEpoch(epoch);
    sdk.deployer = deployer;
    return new WasmSession(sdk);
  }

  /** What contracts see of the chain, but for blocks. */
  chain(): ChainView {
    const { stacksBlockHeight: height, burnBlockHeight: burnHeight } = this.#sdk;
    return {
      height,
      tenureHeight: 1,
      burnHeight,
      time: Number(this.#sdk.getBlockTime()),
      block: () => undefined,
      heightOfTenure: () => undefined,
      burnBlock: () => undefined,
      at: () => undefined,
    };
  }

  fund(account: string, amount: bigint): void {
    this.#sdk.mintSTX(account, amount);
  }

  deploy(contract: string, source: string, version: ClarityVersion): WasmAnswer {
    const [deployer, name] = contract.split('.') as [string, string];
    const args = new wasm.DeployContractArgs(name, source, new wasm.ContractOptions(version), deployer);
    return answerOf(() => this.#sdk.deployContract(args));
  }

  call(contract: string, fn: string, args: readonly Value[], { sender, isPublic }: { sender: string; isPublic: boolean }): WasmAnswer {
    const given = new wasm.CallFnArgs(contract, fn, args.map(serialize), sender);
    return answerOf(() => (isPublic ? this.#sdk.callPublicFn(given) : this.#sdk.callReadOnlyFn(given)));
  }

  [Symbol.dispose](): void {
    this.#sdk.free();
  }
}

type Result = { readonly result: string; readonly events: string; readonly costs: string; free(): void };

function answerOf(run: () => Result): WasmAnswer {
  let result: Result;
  try {
    result = run();
  } catch (error) {
    return { error: String(error) };
  }
  const { total, memory } = JSON.parse(result.costs);
  const answer = {
    result: withoutPrefix(result.result),
    events: JSON.parse(result.events).map((event: string) => eventText(JSON.parse(event))),
    cost: [total.runtime, total.read_count, total.read_length, total.write_count, total.write_length, memory],
  };
  result.free();
  return answer;
}

type WasmEvent = { readonly event: string; readonly data: Readonly<Record<string, string>> };

function eventText({ event, data }: WasmEvent): string {
  const kind = event.replace('_event', '').replaceAll('_', '-');
  const { sender, recipient, amount, asset_identifier: asset, contract_identifier: contract, memo, raw_value: value } = data;
  const parts = {
    print: [contract, withoutPrefix(value)],
    'stx-transfer': [sender, recipient, amount, memo],
    'stx-mint': [recipient, amount],
    'stx-burn': [sender, amount],
    'ft-transfer': [asset, sender, recipient, amount],
    'ft-mint': [asset, recipient, amount],
    'ft-burn': [asset, sender, amount],
    'nft-transfer': [asset, sender, recipient, withoutPrefix(value)],
    'nft-mint': [asset, recipient, withoutPrefix(value)],
    'nft-burn': [asset, sender, withoutPrefix(value)],
  }[kind];
  if (parts === undefined) throw new Error(`An event of kind ${event}`);
  return [kind, ...parts].join(' ');
}

function withoutPrefix(hex: string | undefined): string {
  return (hex ?? '').replace(/^0x/, '');
}
