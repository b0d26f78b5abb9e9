export { parseAbiType } from './types/abi.js';
export { asciiType, bufferType, listType, optionalType, responseType, tupleType, utf8Type } from './types/construct.js';
export { displayType } from './types/display.js';
export type { FunctionType, MethodType } from './types/function.js';
export * as types from './types/type.js';
export {
  BOOL,
  type Callable,
  CallableType,
  type FieldNames,
  INT,
  isTraitType,
  ListUnionType,
  NO_TYPE,
  PRINCIPAL,
  type TraitId,
  type TupleType,
  type Type,
  UINT,
} from './types/type.js';
