/**
 * The forms that define something, anywhere but at the top level they are unknown functions
 * (`DefineFunctions`, clarity/src/vm/functions/define.rs).
 */
const DEFINE_FORMS = [
  'define-constant',
  'define-private',
  'define-public',
  'define-read-only',
  'define-map',
  'define-data-var',
  'define-fungible-token',
  'define-non-fungible-token',
  'define-trait',
  'use-trait',
  'impl-trait',
] as const;

export type DefineForm = (typeof DEFINE_FORMS)[number];

const forms: ReadonlySet<string> = new Set(DEFINE_FORMS);

export function isDefineForm(name: string): name is DefineForm {
  return forms.has(name);
}
