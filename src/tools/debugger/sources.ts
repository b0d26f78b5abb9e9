import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Debugging } from '../../clarity/debug.js';
import { type Body, numberOf, textOf } from './messages.js';

/** A contract with its file on this machine. */
export type SourceFile = { readonly contract: string; readonly path: string; readonly source: string };

/** The sources of contracts: files where the network knows them, else references that the client asks for. */
export class Sources {
  readonly #debugging: Debugging;
  readonly #files: readonly SourceFile[];
  readonly #references: string[] = [];

  constructor(debugging: Debugging, files: readonly SourceFile[]) {
    this.#debugging = debugging;
    this.#files = files;
  }

  /** Returns how the protocol names the source of a contract. A file that differs from what is deployed would show wrong lines. */
  async describe(contract: string): Promise<Body> {
    const file = this.#files.find((one) => one.contract === contract);
    if (file !== undefined) {
      const deployed = await this.#debugging.contract(contract);
      if (deployed === undefined || hasSameLines(deployed.source, file.source)) return { name: basename(file.path), path: file.path };
    }
    if (!this.#references.includes(contract)) this.#references.push(contract);
    return { name: `${contract}.clar`, path: `${contract}.clar`, sourceReference: this.#references.indexOf(contract) + 1 };
  }

  /** Returns the contracts whose source a client means: by a reference, a file, an id, or a name that several deployers may have used. */
  async contractsOf(source: Body): Promise<string[]> {
    const referenced = this.#references[(numberOf(source, 'sourceReference') ?? 0) - 1];
    if (referenced !== undefined) return [referenced];
    const path = pathOf(textOf(source, 'path') ?? textOf(source, 'name') ?? '');
    const found = this.#files.filter((file) => isSamePath(file.path, path)).map(({ contract }) => contract);
    if (found.length > 0) return found;
    const id = /(S[0-9A-Z]{20,50}\.[A-Za-z][\w-]*?)(?:\.clar)?$/.exec(path)?.[1];
    if (id !== undefined) return [id];
    return (await this.#debugging.contracts()).filter((contract) => contract.slice(contract.indexOf('.') + 1) === path);
  }

  /** Returns the text of a source; undefined for an unknown one. */
  async text(source: Body): Promise<string | undefined> {
    const [contract] = await this.contractsOf(source);
    return contract === undefined ? undefined : (await this.#debugging.contract(contract))?.source;
  }
}

/** Line ends do not matter, nor what was removed within lines. */
function hasSameLines(deployed: string, file: string): boolean {
  return deployed.replaceAll('\r\n', '\n').trimEnd() === file.replaceAll('\r\n', '\n').trimEnd();
}

function pathOf(text: string): string {
  return text.startsWith('file:') ? fileURLToPath(text) : text;
}

function isSamePath(a: string, b: string): boolean {
  return b !== '' && (a === b || resolve(a) === resolve(b));
}
