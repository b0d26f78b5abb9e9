export { offsetOf } from './protocol/source/place-of-error.js';
export { isComment, type Token, tokensOf } from './protocol/source/tokens.js';
