export { ADDRESS_VERSION, type Address, decodeAddress, encodeAddress } from './values/address.js';
export { admitsValue } from './values/admits.js';
export { boolOf, listOfDerived, responseOf, someOf, tupleOfEntries, tupleWithType } from './values/construct.js';
export { debugValue } from './values/debug.js';
export { asciiText, deserialize, deserializeAs, deserializeKey, SerializationFailure, utf8Characters } from './values/deserialize.js';
export { displayValue } from './values/display.js';
export { contractPrincipal, hashOf, issuerOf, parsePrincipal, standardPrincipal, versionOf } from './values/principal.js';
export { derive } from './values/sanitize.js';
export { serialize } from './values/serialize.js';
export { typeOfTuple } from './values/type-of.js';
export * as values from './values/value.js';
export {
  AsciiValue,
  BufferValue,
  CallableValue,
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
