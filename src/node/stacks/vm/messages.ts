import type { ContractInterface } from '../../../chains/stacks/codec/contract/contract-interface.js';
import type { CallTrace } from '../../../chains/stacks/trace/types.js';
import type { DevnetErrorCode } from '../../../error.js';
import type { ContractOutline } from './coverage/coverage.js';
import type { Contracts } from './execution/contracts.js';
import type { Genesis } from './genesis/genesis.js';
import type { ImageCache, ImageCacheOptions } from './image/image-cache.js';
import type { PortableImage } from './image/memory-image.js';
import type { CompiledPackage } from './machine/code.js';
import type { OriginLink } from './origin/origin-link.js';
import type { Vm, VmAccount, VmBlock, VmCheckpoint, VmReadResult, VmSimulation, VmTransaction } from './types.js';

type Heights = Vm['heights'];

/** The worker's methods, by name. They are synchronous there, and run in the order of the requests. */
export type VmMethods = {
  executeBlock(block: Parameters<Vm['executeBlock']>[0]): VmBlock;
  trace(block: Parameters<Vm['trace']>[0]): CallTrace;
  simulate(transaction: VmTransaction): VmSimulation;
  account(principal: string): VmAccount;
  callReadOnly(call: Parameters<Vm['callReadOnly']>[0]): VmReadResult;
  dataVar(contract: string, name: string): string | undefined;
  mapEntry(contract: string, map: string, key: string): string | undefined;
  constant(contract: string, name: string): string | undefined;
  contractInterface(contract: string): ContractInterface | undefined;
  contractSource(contract: string): { source: string; publishHeight: number } | undefined;
  contractOutline(contract: string, digest?: string): ContractOutline | undefined;
  capture(options: Parameters<Vm['capture']>[0]): VmCheckpoint;
  restore(checkpoint: number): void;
  release(checkpoint: number): void;
  exportState(): VmState;
};

/** The state of a VM, for a fork. */
export type VmState = { image: PortableImage; heights: Heights; contracts: Contracts };

export type VmMethod = keyof VmMethods;

/** The id under which the worker answers {@link BootRequest} if it fails. */
export const BOOT = 0;

/** What all VMs of a genesis share: the compiled package, and the image if the cache is enabled. */
export type Shared = { code: CompiledPackage; image: ImageCache | undefined };

/** What a thread of a VM begins with: the first VM of a process compiles the package, while the other thread prepares the boot. */
export type ThreadData = { compiles: boolean };

/** The input of the worker's boot. */
export type BootRequest = {
  type: 'boot';
  genesis: Genesis;
  /** Where images are kept; undefined for none. */
  cache: ImageCacheOptions | undefined;
  /** What another VM of the same genesis has made, whose state follows later. */
  shared: Shared | undefined;
  /** The package, if a VM of any genesis has compiled it. */
  code: CompiledPackage | undefined;
  /** Whether to record which code is executed. */
  coverage: boolean;
  /** Reads the network of `genesis.fork`. */
  link?: OriginLink | undefined;
};

export type Request =
  | { [M in VmMethod]: { type: 'call'; id: number; method: M; args: Parameters<VmMethods[M]> } }[VmMethod]
  | BootRequest
  | { type: 'state'; state: VmState }
  /** The hashes of the burn blocks up to the genesis. They may come after the boot. */
  | { type: 'burn-hashes'; hashes: readonly string[] }
  | { type: 'close' };

export type Reply =
  | { type: 'ready'; heights: Heights; made: Shared | undefined }
  /** The image could not be stored. */
  | { type: 'warning'; message: string }
  | { type: 'returned'; id: number; value: unknown; heights: Heights }
  | { type: 'threw'; id: number; error: ThrownError; heights: Heights }
  /** All writes have ended. */
  | { type: 'closed' };

/** An error as data: classes do not survive the way between threads. */
export type ThrownError = {
  code: DevnetErrorCode;
  message: string;
  stack?: string | undefined;
  field?: string | undefined;
  expected?: string | undefined;
  received?: string | undefined;
  reason?: string | undefined;
};
