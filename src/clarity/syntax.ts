export { isDefineForm } from './syntax/define-forms.js';
export { readDefinition } from './syntax/definition.js';
export type { Expression, ListExpression, Span } from './syntax/expression.js';
export { Node } from './syntax/node.js';
export { diagnose, parse } from './syntax/parse.js';
export { ParseFailure } from './syntax/parse-failure.js';
export type { Comment } from './syntax/token.js';
export { isTooDeep } from './syntax/too-deep.js';
