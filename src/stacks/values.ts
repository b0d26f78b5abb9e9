export { repr } from './protocol/codec/value/repr.js';
export type { ClarityValue } from './protocol/codec/value/value.js';
export { ClaritySyntaxError, parseClarity } from './protocol/codec/value/value-parser.js';
export { parseValueHex, readValue } from './protocol/codec/value/value-reader.js';
export { clarityText } from './protocol/codec/value/value-text.js';
export { writeValue } from './protocol/codec/value/value-writer.js';
