import { createTurns, mapInTurns } from '../../../../base/turns.js';
import type { Descriptor, DescriptorOptions, Ingredients } from '../../../protocol/descriptor/descriptor.js';
import { DescriptorError } from '../../../protocol/descriptor/error.js';
import { isJsonObject } from '../arguments/arguments.js';
import { parseRange, type Range } from '../arguments/parse-range.js';
import { RPC_CODE, RpcError, wrongType } from '../error.js';

/**
 * Parses a descriptor; one with multipath steps gives several. The first call loads the parser.
 * @throws RpcError −5 with Core's text
 */
export async function readDescriptors(text: string, options?: DescriptorOptions): Promise<[Descriptor, ...Descriptor[]]> {
  const { parseDescriptors } = await import('../../../protocol/descriptor/parse-descriptor.js');
  return asKeyError(() => parseDescriptors(text, options));
}

/** Returns the scripts of a descriptor at an index. @throws RpcError −5 if a private key is missing */
export function deriveScripts(descriptor: Descriptor, index: number): Uint8Array[] {
  return asKeyError(() => descriptor.scripts(index));
}

/** Returns the addresses of a descriptor in a range. @throws RpcError −5 if a script has no address or a private key is missing */
export async function descriptorAddresses(descriptor: Descriptor, { begin, end }: Range): Promise<string[]> {
  const { deriveAddresses } = await import('../../../protocol/address/derive-addresses.js');
  const lists = await mapInTurns(indexes(begin, end), (index) => asKeyError(() => deriveAddresses(descriptor, index, index)));
  return lists.flat();
}

/** The default end of a ranged descriptor's range in a scan. */
const DEFAULT_SCAN_END = 1000;

function scanObject(value: unknown): { text: string; range: Range } {
  const range: Range = { begin: 0, end: DEFAULT_SCAN_END };
  if (typeof value === 'string') return { text: value, range };
  if (!isJsonObject(value)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Scan object needs to be either a string or an object');
  const { desc, range: given } = value;
  if (desc === undefined || desc === null) {
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Descriptor needs to be provided in scan object');
  }
  if (typeof desc !== 'string') throw wrongType(desc, 'string');
  return { text: desc, range: given === undefined || given === null ? range : parseRange(given) };
}

/**
 * Returns the scripts of `scanobjects`: descriptors, or objects `{desc, range}`. Other tasks get their turn.
 * @param known called with the parts of each script
 * @throws RpcError
 */
export async function scanScripts(objects: unknown[], known?: Ingredients): Promise<Uint8Array[]> {
  const turn = createTurns();
  const scripts: Uint8Array[] = [];
  for (const object of objects) {
    const { text, range } = scanObject(object);
    const descriptors = await readDescriptors(text);
    const { begin, end } = descriptors[0].isRange ? range : { begin: 0, end: 0 };
    for (const index of indexes(begin, end)) {
      await turn();
      for (const descriptor of descriptors) scripts.push(...asKeyError(() => descriptor.scripts(index, known), `: '${text}'`));
    }
  }
  return scripts;
}

/** Counts from `begin` to `end`, inclusive. */
function* indexes(begin: number, end: number): Generator<number> {
  for (let index = begin; index <= end; index++) yield index;
}

function asKeyError<T>(work: () => T, suffix = ''): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DescriptorError) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `${error.message}${suffix}`);
    throw error;
  }
}
