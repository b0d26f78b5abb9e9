import type { SDK } from '@stacks/clarinet-sdk-wasm';
import type { CostContract } from '../genesis/cost-contract.js';
import type { BaseMemory } from '../image/base-memory.js';
import { type MemoryImage, restoreImage } from '../image/memory-image.js';
import type { ClarityCode } from './code.js';
import { WASM_PAGE, type WasmInstance, type WasmMemory, type WasmModule, type WasmTable, wasm } from './webassembly.js';

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
  /** What the VM printed last: after a trap, the message of the Rust panic. */
  readonly printed: () => string | undefined;
  /** How many function calls this instance has run. */
  readonly usage: { calls: number };
  /** What was taken out of the memory, to be put back when it is needed. */
  costs: CostContract | undefined;
};

/** Starts a VM from nothing: an empty session in epoch 2.05. `genesisTime` is in seconds since 1970. */
export async function bootMachine(code: ClarityCode, genesisTime: number): Promise<Machine> {
  const parts = instantiate(code, genesisTime * 1000);
  const sdk = new parts.api.SDK(refuseFiles, new parts.api.SDKOptions(true, false));
  await sdk.initEmptySession(null);
  return { ...parts, sdk };
}

/** A new VM in the state of an image. */
export function reviveMachine(code: ClarityCode, base: BaseMemory, image: MemoryImage): Machine {
  const machine = unbornMachine(code);
  growMachine(machine, image.delta.length);
  restoreImage(machine, base, image);
  return machine;
}

/** A new VM without a session, to put an image into. */
export function unbornMachine(code: ClarityCode): Machine {
  const parts = instantiate(code, 0);
  return { ...parts, sdk: Object.create(parts.api.SDK.prototype) as SDK };
}

/** Gives a VM at least so many bytes of memory. @returns the first `length` of them */
export function growMachine({ memory }: Machine, length: number): Uint8Array {
  const pages = (length - memory.buffer.byteLength) / WASM_PAGE;
  if (pages > 0) memory.grow(pages);
  return new Uint8Array(memory.buffer, 0, length);
}

/** Replaces the callback for reading project files, which an empty session never calls. */
function refuseFiles(): never {
  throw new Error('the embedded Clarity VM reads no files');
}

/**
 * Evaluates the package's JavaScript against the compiled module. Substituted are: `WebAssembly`, to keep hold of the instance;
 * `FinalizationRegistry`, because a finalizer would free pointers into memory that has been restored since; `Date`, because the
 * genesis time comes from it and images must be reproducible; `console`, because the VM prints every runtime error.
 */
function instantiate(code: ClarityCode, now: number): Omit<Machine, 'sdk'> {
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
  code.evaluate(exports, (id: string) => (id === 'fs' ? noFiles : code.require(id)), '', webAssembly, NoFinalizers, clockAt(now), {
    log: print,
    error: print,
  });
  const { memory, __wbindgen_externrefs: table } = (instance as WasmInstance | undefined)?.exports ?? {};
  return {
    api: exports as ClarityApi,
    memory: memory as WasmMemory,
    table: table as WasmTable,
    printed: () => printed,
    usage: { calls: 0 },
    costs: undefined,
  };
}

/** The package reads its wasm at load time, which we have done, and remote data caches, which we do not use. */
const noFiles = { readFileSync: () => null, existsSync: () => false, mkdirSync: refuseFiles, writeFileSync: refuseFiles };

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
