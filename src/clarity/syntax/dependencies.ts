import { isNative } from '../natives/native-names.js';
import type { ClarityVersion } from '../version.js';
import { isDefineForm } from './define-forms.js';
import { type Node, withoutComments } from './node.js';

/** A top-level expression that defines a name, and the node of that name. */
export type Definition = { readonly index: number; readonly atom: Node };

/**
 * Returns the atom of the name that a top-level expression defines: the first argument, or the first item of that. Comments are items here.
 */
export function definedAtom({ type, items }: Node): Node | undefined {
  const [form, first] = items;
  if (type !== 'list' || form?.type !== 'atom' || !isDefineForm(form.name) || first === undefined) return undefined;
  const atom = first.type === 'list' ? first.items[0] : first;
  return atom?.type === 'atom' ? atom : undefined;
}

/**
 * Finds the definitions that a top-level expression mentions, once for each mention
 * (`probe_for_dependencies`, clarity/src/vm/ast/definition_sorter/mod.rs).
 */
export class DependencyProbe {
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #version: ClarityVersion;
  #found: number[] = [];

  constructor(definitions: ReadonlyMap<string, Definition>, version: ClarityVersion) {
    this.#definitions = definitions;
    this.#version = version;
  }

  /** Returns the indexes of the definitions in the order of the mentions. */
  dependenciesOf(node: Node): number[] {
    this.#found = [];
    this.#probe(node);
    return this.#found;
  }

  #probe(node: Node): void {
    switch (node.type) {
      case 'atom':
      case 'trait-reference': {
        const definition = this.#definitions.get(node.name);
        if (definition !== undefined && definition.atom !== node) this.#found.push(definition.index);
        break;
      }
      case 'list':
        this.#probeList(withoutComments(node.items));
        break;
      case 'tuple':
        // Comments shift the pairs.
        for (let at = 1; at < node.items.length; at += 2) this.#probe(node.items[at] as Node);
        break;
    }
  }

  #probeList(items: readonly Node[]): void {
    const head = items[0];
    if (head?.type !== 'atom') this.#probeFrom(items, 0);
    else if (isDefineForm(head.name)) this.#probeDefinition(head.name, items);
    else if (!isNative(head.name, this.#version) || !this.#probeNative(head.name, items)) this.#probeFrom(items, 0);
  }

  #probeFrom(items: readonly Node[], start: number): void {
    for (let at = start; at < items.length; at++) this.#probe(items[at] as Node);
  }

  /** @param items with the name of the form */
  #probeDefinition(form: string, items: readonly Node[]): void {
    switch (form) {
      case 'define-constant':
      case 'define-data-var':
        this.#probeFrom(items, 2);
        break;
      case 'define-public':
      case 'define-private':
      case 'define-read-only': {
        const [, signature, body] = items;
        if (items.length !== 3 || signature === undefined || body === undefined) break;
        if (signature.type === 'list') this.#probePairs(signature.items.slice(1));
        this.#probe(body);
        break;
      }
      case 'define-map':
        if (items.length === 4) this.#probeFrom(items, 2);
        break;
      case 'define-trait':
        if (items.length === 3) this.#probeMethods(items[2] as Node);
        break;
      case 'define-fungible-token':
        if (items.length === 3) this.#probeFrom(items, 2);
        break;
    }
  }

  #probeMethods(methods: Node): void {
    if (methods.type !== 'list') return;
    for (const method of methods.items) if (method.type === 'list' && method.items.length === 3) this.#probeFrom(method.items, 1);
  }

  /** Handles the natives that have names among their arguments, and returns whether it is one. */
  #probeNative(name: string, items: readonly Node[]): boolean {
    switch (name) {
      case 'contract-call?':
        this.#probeFrom(items, 3);
        return true;
      case 'let': {
        const bindings = items[1];
        if (items.length <= 2 || bindings === undefined) return true;
        if (bindings.type === 'list') this.#probePairs(bindings.items);
        this.#probeFrom(items, 2);
        return true;
      }
      case 'get':
        if (items.length === 3) this.#probe(items[2] as Node);
        return true;
      case 'tuple':
        this.#probePairs(items.slice(1));
        return true;
      default:
        return false;
    }
  }

  #probePairs(pairs: readonly Node[]): void {
    for (const { type, items } of pairs) if (type === 'list' && items.length === 2) this.#probe(items[1] as Node);
  }
}
