import { type Node, withoutComments } from '../syntax/node.js';
import { contractIn } from './contract-in.js';
import { itemsOf, letScope, type Names, type Scope, targetOf, traitOf } from './scope.js';
import { readNodes } from './tree.js';
import type { Call, ContractUses, Passed, Signature, TraitName, Use } from './uses.js';

const FUNCTIONS: ReadonlySet<string> = new Set(['define-public', 'define-private', 'define-read-only']);
/** Natives that call the function that their first argument names. */
const HIGHER_ORDER: ReadonlySet<string> = new Set(['map', 'filter', 'fold']);

/**
 * Reads which contracts a source names, and how. A source that does not compile has uses, too: all that the parser reads of it.
 * @param deployer the address that `.name` stands for
 */
export function readUses(source: string, deployer: string): ContractUses {
  return new UseReader(readNodes(source, deployer)).read();
}

class UseReader {
  readonly #nodes: readonly Node[];
  readonly #named: Use[] = [];
  readonly #needed: Use[] = [];
  readonly #passed: Passed[] = [];
  readonly #functions = new Map<string, Signature>();
  readonly #traits = new Map<string, Map<string, Signature>>();
  /** The traits of other contracts by the names that the source gives them. */
  readonly #aliases = new Map<string, TraitName>();
  readonly #constants: Names = new Map();
  readonly #top: Scope = { names: this.#constants, outer: undefined };

  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes;
  }

  read(): ContractUses {
    // A source may use what it defines later.
    for (const node of this.#nodes) this.#define(node);
    for (const node of this.#nodes) this.#walk(node, this.#top);
    return { named: this.#named, needed: this.#needed, passed: this.#passed, functions: this.#functions, traits: this.#traits };
  }

  #define(node: Node): void {
    const [head, first, second] = itemsOf(node);
    if (head?.type !== 'atom' || first === undefined) return;
    if (FUNCTIONS.has(head.name)) {
      const [name, ...parameters] = itemsOf(first);
      if (name?.type === 'atom') this.#functions.set(name.name, parameters.map(takesTrait));
    } else if (head.name === 'define-constant' && first.type === 'atom' && second !== undefined) {
      this.#constants.set(first.name, { type: 'value', node: second, scope: this.#top });
    } else if (head.name === 'define-trait' && first.type === 'atom') {
      const methods = itemsOf(second).map(itemsOf);
      this.#traits.set(
        first.name,
        new Map(methods.flatMap(([name, types]) => (name?.type === 'atom' ? [[name.name, itemsOf(types).map(takesTrait)]] : []))),
      );
    } else if (head.name === 'use-trait' && first.type === 'atom' && second?.type === 'field') {
      this.#aliases.set(first.name, second.trait as TraitName);
    }
  }

  #walk(node: Node, scope: Scope): void {
    const contract = contractIn(node);
    if (contract !== undefined) this.#named.push({ contract, node });
    if (node.type !== 'list') {
      for (const item of node.items) this.#walk(item, scope);
      return;
    }
    const items = withoutComments(node.items);
    const [head, first, second] = items;
    const name = head?.type === 'atom' ? head.name : '';
    if (name === 'impl-trait') this.#need(first, scope);
    else if (name === 'use-trait') this.#need(second, scope);
    else if (name === 'contract-call?') this.#walkContractCall(items, scope);
    else if (this.#functions.has(name)) this.#pass({ type: 'own', fn: name }, items.slice(1), scope);
    else if (HIGHER_ORDER.has(name) && first?.type === 'atom') this.#pass({ type: 'own', fn: first.name }, items.slice(2), scope);
    this.#walkItems(name, items, scope);
  }

  /** Gives the expressions in a form the names that it binds. */
  #walkItems(name: string, items: readonly Node[], scope: Scope): void {
    const inner = FUNCTIONS.has(name) ? parameterScope(itemsOf(items[1]), scope) : name === 'let' ? letScope(items, scope) : scope;
    for (const item of items) this.#walk(item, inner);
  }

  #walkContractCall([, target, method, ...args]: readonly Node[], scope: Scope): void {
    this.#need(target, scope);
    if (target === undefined || method?.type !== 'atom') return;
    const fn = method.name;
    const trait = traitOf(target, scope);
    const called = targetOf(target, scope);
    if (trait !== undefined) {
      const name = this.#aliases.get(trait) ?? { contract: undefined, name: trait };
      this.#pass({ type: 'trait', trait: name, fn }, args, scope);
    } else if (called !== undefined) {
      this.#pass({ type: 'contract', contract: called, fn }, args, scope);
    }
  }

  /** The place of a constant is where it is called. */
  #need(node: Node | undefined, scope: Scope): void {
    const contract = node && targetOf(node, scope);
    if (node !== undefined && contract !== undefined) this.#needed.push({ contract, node });
  }

  #pass(call: Call, args: readonly Node[], scope: Scope): void {
    for (const [index, node] of args.entries()) this.#passed.push({ node, scope, call, index });
  }
}

function takesTrait(node: Node): boolean {
  return node.type === 'trait-reference' || node.items.some(takesTrait);
}

/** @param signature the name of the function, then its parameters */
function parameterScope([, ...parameters]: readonly Node[], outer: Scope): Scope {
  const names: Names = new Map();
  for (const parameter of parameters) {
    const [name, type] = itemsOf(parameter);
    if (name?.type === 'atom' && type?.type === 'trait-reference') names.set(name.name, { type: 'trait', name: type.name });
  }
  return { names, outer };
}
