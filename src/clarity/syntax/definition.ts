import { StaticFailure } from '../analysis/static-failure.js';
import type { TraitId } from '../types/type.js';
import { type DefineForm, isDefineForm } from './define-forms.js';
import type { Expression } from './expression.js';

/** A top-level form that defines something, taken apart (`DefineFunctionsParsed`, clarity/src/vm/functions/define.rs). */
export type Definition =
  | { readonly form: 'define-constant'; readonly name: string; readonly value: Expression }
  | { readonly form: FunctionForm; readonly signature: readonly Expression[]; readonly body: Expression }
  | { readonly form: 'define-map'; readonly name: string; readonly key: Expression; readonly value: Expression }
  | { readonly form: 'define-data-var'; readonly name: string; readonly type: Expression; readonly initial: Expression }
  | { readonly form: 'define-fungible-token'; readonly name: string; readonly supply: Expression | undefined }
  | { readonly form: 'define-non-fungible-token'; readonly name: string; readonly type: Expression }
  | { readonly form: 'define-trait'; readonly name: string; readonly methods: Expression }
  | { readonly form: 'use-trait'; readonly name: string; readonly trait: TraitId }
  | { readonly form: 'impl-trait'; readonly trait: TraitId };

export type FunctionForm = 'define-private' | 'define-public' | 'define-read-only';

/**
 * Takes a top-level expression apart, or returns undefined if it defines nothing.
 * @throws StaticFailure for a malformed definition. A definition that the analysis accepted has the right form at run time, too
 */
export function readDefinition(expression: Expression): Definition | undefined {
  if (expression.type !== 'list') return undefined;
  const head = expression.items[0];
  if (head?.type !== 'atom' || !isDefineForm(head.name)) return undefined;
  return readForm(head.name, expression.items.slice(1) as readonly Expression[] as Args);
}

/** As many as the form has; `checkCount` makes sure of it. */
type Args = readonly [Expression, Expression, Expression];

function readForm(form: DefineForm, args: Args): Definition {
  switch (form) {
    case 'define-constant':
      checkCount(args, 2);
      return { form, name: nameOf(args[0]), value: args[1] };
    case 'define-private':
    case 'define-public':
    case 'define-read-only': {
      checkCount(args, 2);
      const [signature, body] = args;
      if (signature.type !== 'list') throw new StaticFailure('DefineFunctionBadSignature');
      return { form, signature: signature.items, body };
    }
    case 'define-map':
      checkCount(args, 3);
      return { form, name: nameOf(args[0]), key: args[1], value: args[2] };
    case 'define-data-var':
      checkCount(args, 3);
      return { form, name: nameOf(args[0]), type: args[1], initial: args[2] };
    case 'define-fungible-token':
      return readToken(args);
    case 'define-non-fungible-token':
      checkCount(args, 2);
      return { form, name: nameOf(args[0]), type: args[1] };
    case 'define-trait':
      checkCount(args, 2);
      return { form, name: nameOf(args[0]), methods: args[1] };
    case 'use-trait':
      checkCount(args, 2);
      return { form, name: nameOf(args[0]), trait: traitOf(args[1]) };
    case 'impl-trait':
      checkCount(args, 1);
      return { form, trait: traitOf(args[0]) };
  }
}

/** The supply may be missing. A surplus argument is reported as if it might not. */
function readToken(args: readonly Expression[]): Definition {
  const [token, supply] = args;
  if (token === undefined) throw new StaticFailure('RequiresAtLeastArguments', 1, 0);
  const name = nameOf(token);
  if (args.length > 2) throw new StaticFailure('IncorrectArgumentCount', 1, args.length);
  return { form: 'define-fungible-token', name, supply };
}

function checkCount(args: readonly Expression[], count: number): void {
  if (args.length !== count) throw new StaticFailure('IncorrectArgumentCount', count, args.length);
}

function nameOf(expression: Expression): string {
  if (expression.type !== 'atom') throw new StaticFailure('ExpectedName');
  return expression.name;
}

function traitOf(expression: Expression): TraitId {
  if (expression.type !== 'field') throw new StaticFailure('ExpectedTraitIdentifier');
  return expression.trait;
}
