import { isDefineForm } from './define-forms.js';
import type { ReferencedTrait } from './expression.js';
import { type Node, withoutComments } from './node.js';
import { ParseFailure, type ParseReason, parseMessage } from './parse-failure.js';

/**
 * Finds the traits that a contract defines or imports, by the names that it has for them, in the order of the
 * source (clarity/src/vm/ast/traits_resolver/mod.rs).
 * @param traits what is found is put here, also if it fails
 * @throws ParseFailure for malformed forms, and for references to unknown traits in definitions
 */
export function resolveTraits(nodes: readonly Node[], contract: string, traits: Map<string, ReferencedTrait>): void {
  const references = new Map<string, Node>();
  for (const node of nodes) {
    if (node.type !== 'list') continue;
    const items = withoutComments(node.items);
    const form = items[0];
    if (form?.type === 'atom' && isDefineForm(form.name)) resolveForm(form.name, node, items.slice(1));
  }
  for (const [name, node] of references) {
    // A node takes any of several: it goes through a hash table.
    if (!traits.has(name)) throw new ParseFailure('TraitReferenceUnknown', parseMessage('TraitReferenceUnknown', [name]), node.span, true);
  }

  function resolveForm(form: string, node: Node, args: readonly Node[]): void {
    switch (form) {
      case 'define-trait': {
        const [name, methods] = args;
        if (args.length !== 2 || name?.type !== 'atom' || methods?.type !== 'list') fail('DefineTraitBadSignature', node);
        checkUnused(name);
        collect(methods.items, true);
        traits.set(name.name, { type: 'defined', trait: { contract, name: name.name } });
        break;
      }
      case 'use-trait': {
        const [alias, field] = args;
        if (args.length !== 2 || alias?.type !== 'atom') fail('ImportTraitBadSignature', node);
        checkUnused(alias);
        if (field?.type !== 'field') fail('ImportTraitBadSignature', node);
        traits.set(alias.name, { type: 'imported', trait: field.trait as ReferencedTrait['trait'] });
        break;
      }
      case 'impl-trait':
        if (args.length !== 1 || args[0]?.type !== 'field') fail('ImplTraitBadSignature', node);
        break;
      case 'define-public':
      case 'define-private':
      case 'define-read-only':
        collect(args, true);
        break;
      default:
        collect(args.slice(1), false);
    }
  }

  function checkUnused({ name, span }: Node): void {
    if (traits.has(name)) throw new ParseFailure('NameAlreadyUsed', parseMessage('NameAlreadyUsed', [name]), span);
  }

  function collect(items: readonly Node[], isAllowed: boolean): void {
    for (const item of items) {
      if (item.type === 'list' || item.type === 'tuple') collect(item.items, isAllowed);
      else if (item.type === 'trait-reference') {
        if (!isAllowed) fail('TraitReferenceNotAllowed', item);
        references.set(item.name, item);
      }
    }
  }
}

type Malformed = Extract<
  ParseReason,
  'DefineTraitBadSignature' | 'ImportTraitBadSignature' | 'ImplTraitBadSignature' | 'TraitReferenceNotAllowed'
>;

function fail(reason: Malformed, { span }: Node): never {
  throw new ParseFailure(reason, parseMessage(reason, []), span);
}
