import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interpreter } from './rust/interpreter.js';
import { tokensOf } from './rust/token.js';
import type { Rust } from './rust/value.js';

const TESTS = 'stackslib/src/chainstate/tests';
/** Where the constants are declared that tests name. */
const DECLARING = [
  'clarity/src/vm/ast/parser/v2/mod.rs',
  'clarity/src/vm/analysis/type_checker/v2_1/mod.rs',
  'clarity/src/vm/ast/stack_depth_checker.rs',
  'clarity/src/vm/contexts.rs',
  'clarity-types/src/types/mod.rs',
  'clarity-types/src/lib.rs',
  'stackslib/src/core/mod.rs',
];

/** The tests of a checkout of stacks-core. */
export class Checkout {
  readonly #folder: string;
  readonly #constants = new Map<string, Rust>();
  #declarations: ReadonlyMap<string, string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the sources of the tests, by file name. */
  tests(): Map<string, string> {
    const files = readdirSync(join(this.#folder, TESTS)).filter((file) => file.endsWith('.rs'));
    return new Map(files.map((file) => [file, this.#read(`${TESTS}/${file}`)]));
  }

  /** Returns the names of all snapshots. */
  snapshots(): string[] {
    return readdirSync(join(this.#folder, TESTS, 'snapshots')).filter((file) => file.endsWith('.snap'));
  }

  snapshot(name: string): string {
    return this.#read(`${TESTS}/snapshots/${name}`);
  }

  /** Returns the source of a boot contract. */
  bootContract(name: string): string {
    return this.#read(`stackslib/src/chainstate/stacks/boot/${name}.clar`);
  }

  /** Returns the value of a constant, or undefined. @throws Unresolved */
  constant(name: string, interpreter: Interpreter): Rust {
    const declaration = this.#allDeclarations().get(name);
    if (declaration === undefined) return undefined;
    if (!this.#constants.has(name)) this.#constants.set(name, interpreter.evaluate(tokensOf(declaration)));
    return this.#constants.get(name);
  }

  #allDeclarations(): ReadonlyMap<string, string> {
    this.#declarations ??= new Map(
      [...DECLARING.filter((file) => existsSync(join(this.#folder, file))).map((file) => this.#read(file)), ...this.tests().values()]
        .reverse()
        .flatMap((source) => [...source.matchAll(/^(?:pub(?:\([^)]*\))? )?const ([A-Z][A-Z0-9_]*): [^=]+=\s*([^;]+)/gm)])
        .map((found): [string, string] => [found[1] as string, found[2] as string]),
    );
    return this.#declarations;
  }

  #read(file: string): string {
    return readFileSync(join(this.#folder, file), 'utf8');
  }
}
