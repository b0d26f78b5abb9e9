import type { SDK } from '@stacks/clarinet-sdk-wasm';
import type { Counter } from '../coverage/counter.js';
import { widenCosts, withSlimCosts } from '../genesis/cost-contract.js';
import { type MemoryImage, refuseFiles, restoreImage, type SessionHandle } from '../image/memory-image.js';
import { type Allocator, type Datastore, type SessionMemory, sessionMemory } from '../memory/session-memory.js';
import { replaceTracer } from '../memory/tracer.js';
import { metadataFile, ORIGIN_URL, type Origin, originModules } from '../origin/origin.js';
import { createRecorder, type Recorder } from '../trace/recorder.js';
import { type Burnchain, hashAt } from './burnchain.js';
import type { ClarityCode } from './code.js';
import { FUNCTION_TABLE } from './function-table.js';
import { createRequireModule } from './require-module.js';
import { toWasmFunction } from './wasm-function.js';
import { type WasmInstance, type WasmMemory, type WasmModule, type WasmTable, wasm } from './webassembly.js';

/** The classes of the package that we use. */
type ClarityApi = Pick<
  typeof import('@stacks/clarinet-sdk-wasm'),
  'CallFnArgs' | 'ContractOptions' | 'DeployContractArgs' | 'SDK' | 'SDKOptions'
>;

/** One isolated Clarity VM: its code's own instance, memory and session. */
export type Machine = {
  readonly api: ClarityApi;
  readonly memory: WasmMemory;
  readonly table: WasmTable;
  readonly sdk: SDK;
  /** The last output of the VM: after a trap, the message of the Rust panic. */
  readonly printed: () => string | undefined;
  /** What the VM has no functions for. */
  readonly session: SessionMemory;
  /** Metadata of a contract; undefined if it has none under this key. */
  readonly metadata: (contract: string, key: string) => string | undefined;
  /** How many function calls this instance has run. */
  readonly usage: { calls: number };
  /** The state that the session began with. */
  readonly origin: Origin;
  /** The hashes of the Bitcoin blocks so far, for contracts. */
  burnchain: Burnchain;
  /** Ensures that the VM could read its origin so far. @throws Broken if not: then its state is wrong */
  readonly check: () => void;
  /** What the VM evaluates. */
  readonly recorder: Recorder;
  /** Makes all cost contracts callable: see `cost-contract.ts`. */
  readonly widenCosts: () => void;
};

/** The parts of every VM of a network: its code, and the state of a new session. */
export type MachineSource = {
  readonly code: ClarityCode;
  readonly origin: Origin;
  /** When burn block 0 was, in seconds since 1970. */
  readonly genesisTime: number;
  /** Counts the expressions that are evaluated. @default none are */
  readonly counter?: Counter | undefined;
};

/** Starts a VM with a new session, at the block after that of its origin. */
export async function bootMachine(source: MachineSource): Promise<Machine> {
  const parts = instantiate(source);
  const sdk = new parts.api.SDK(refuseFiles, new parts.api.SDKOptions(true, false));
  await sdk.initEmptySession({ enabled: true, api_url: ORIGIN_URL } as Parameters<SDK['initEmptySession']>[0]);
  // The VM does not read again what it writes at the height of its origin.
  sdk.mineEmptyBurnBlock();
  parts.check();
  return Object.assign(parts, { sdk });
}

/** Makes a session without an origin: the VM creates all boot contracts. @returns all that it has */
export async function readOrdinarySession(code: ClarityCode): Promise<Datastore> {
  const nothing: Origin = { networkId: 0, value: () => undefined, metadata: () => undefined };
  const parts = instantiate({ code, origin: nothing, genesisTime: 0 });
  const sdk = new parts.api.SDK(refuseFiles, new parts.api.SDKOptions(true, false));
  await sdk.initEmptySession(null);
  return Object.assign(parts, { sdk }).session.read(() => true);
}

/** Makes a new VM in the state of an image. */
export function reviveMachine(source: MachineSource, image: MemoryImage): Machine {
  const parts = instantiate(source);
  const machine = Object.assign(parts, { sdk: Object.create(parts.api.SDK.prototype) as SDK });
  restoreImage(machine, image);
  return machine;
}

/** A VM before it has a session. */
type Parts = Omit<Machine, 'sdk'> & { sdk?: SDK };

/**
 * Evaluates the package's JavaScript against the compiled module. It gets substitutes for `WebAssembly`, to keep the instance;
 * `FinalizationRegistry`, because a finalizer would free pointers into memory that was restored meanwhile; `Date`, because the genesis time
 * comes from it and images must be reproducible; `console`, because the VM prints every runtime error; and the two modules that read a remote
 * chain, which the origin answers.
 */
function instantiate({ code, origin: whole, genesisTime, counter }: MachineSource): Parts {
  let instance: WasmInstance | undefined;
  let printed: string | undefined;
  const print = (text: unknown) => {
    printed = String(text);
  };
  const webAssembly = {
    // A constructor that returns an object replaces `new`'s own.
    Module: function Module() {
      return code.module;
    },
    Instance: function Instance(module: WasmModule, imports: object) {
      instance = new wasm.Instance(module, imports);
      return instance;
    },
  };
  const exports = {};
  const slim = withSlimCosts(whole);
  let isWide = false;
  const origin: Origin = { ...whole, metadata: (name) => (isWide ? whole : slim).metadata(name) };
  const modules = originModules(origin, { genesisTime, burnHash: (height) => hashAt(parts.burnchain, height) });
  code.evaluate(exports, createRequireModule(modules), '', webAssembly, NoFinalizers, clockAt(genesisTime * 1000), {
    log: print,
    error: print,
  });
  const exported = wasmExports(instance);
  const { memory, __wbindgen_externrefs: table, __wbindgen_malloc: malloc, __wbindgen_free: free } = exported;
  const recorder = createRecorder(() => memory, counter);
  const { before, after } = recorder.hook;
  replaceTracer(memory, exported[FUNCTION_TABLE], {
    before: toWasmFunction(before.length, before as (...addresses: number[]) => void),
    after: toWasmFunction(after.length, after as (...addresses: number[]) => void),
  });
  const allocator: Allocator = { allocate: (bytes) => malloc(bytes, 1) >>> 0, free: (address, bytes) => free(address, bytes, 1) };
  const session = sessionMemory(memory, allocator, () => (parts.sdk as object as SessionHandle).__wbg_ptr);
  const parts: Parts = {
    api: exports as ClarityApi,
    memory,
    table,
    session,
    metadata(contract, key) {
      const file = whole.metadata(metadataFile(contract, key));
      if (file !== undefined) return Buffer.from(file).toString('utf8');
      return session.metadata(contract, key) ?? whole.nodeMetadata?.(contract, key);
    },
    printed: () => printed,
    usage: { calls: 0 },
    origin: whole,
    burnchain: { hashes: [], length: 0 },
    check: modules.check,
    recorder,
    widenCosts() {
      isWide = true;
      widenCosts(session, whole);
    },
  };
  return parts;
}

/** The exports of the VM's code that we use. */
type WasmExports = {
  memory: WasmMemory;
  [FUNCTION_TABLE]: WasmTable;
  __wbindgen_externrefs: WasmTable;
  __wbindgen_malloc(bytes: number, alignment: number): number;
  __wbindgen_free(address: number, bytes: number, alignment: number): void;
};

function wasmExports(instance: WasmInstance | undefined): WasmExports {
  return instance?.exports as WasmExports;
}

class NoFinalizers {
  register(): void {}
  unregister(): void {}
}

function clockAt(now: number) {
  return class extends Date {
    constructor(time: number | string = now) {
      super(time);
    }
    static override now(): number {
      return now;
    }
  };
}
