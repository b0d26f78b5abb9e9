export { ADDRESS_VERSION, type Address, decodeAddress, encodeAddress } from './values/address.js';
export { admitsValue } from './values/admits.js';
export { C32_DIGITS } from './values/c32.js';
export {
  boolOf,
  entriesOfTuple,
  errOf,
  listOfDerived,
  okOf,
  responseOf,
  someOf,
  tupleOfEntries,
  tupleWithType,
} from './values/construct.js';
export { debugValue } from './values/debug.js';
export {
  asciiText,
  deserialize,
  deserializeAs,
  deserializeKey,
  deserializePrincipal,
  SerializationFailure,
  utf8Characters,
} from './values/deserialize.js';
export { clarityText, displayValue, formatValue, NODE_STYLE, type ValueStyle } from './values/display.js';
export { ClaritySyntaxError, parseClarity } from './values/parse-clarity.js';
export { parseValueHex } from './values/parse-value.js';
export { type PlainValue, plainValue } from './values/plain.js';
export { contractPrincipal, findPrincipal, hashOf, issuerOf, parsePrincipal, standardPrincipal, versionOf } from './values/principal.js';
export { derive } from './values/sanitize.js';
export { serialize, serializedHex } from './values/serialize.js';
export { typeOfTuple } from './values/type-of.js';
export * as values from './values/value.js';
export {
  AsciiValue,
  BufferValue,
  CallableValue,
  FALSE,
  IntValue,
  ListValue,
  NONE,
  PrincipalValue,
  STANDARD_LENGTH,
  TRUE,
  UIntValue,
  Utf8Value,
  type Value,
} from './values/value.js';
