import { typeOf } from '../../../../chains/stacks/codec/contract/type.js';
import { debugSignature } from '../../../../chains/stacks/codec/contract/type-text.js';
import { formatPrincipal } from '../../../../chains/stacks/codec/principal.js';
import { repr } from '../../../../chains/stacks/codec/value/repr.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';

/** A value as Rust's `Debug` writes it, for example `UInt(1)`: sentences about post-conditions quote asset ids so. */
export function debug(value: ClarityValue): string {
  switch (value.type) {
    case 'int':
      return `Int(${value.value})`;
    case 'uint':
      return `UInt(${value.value})`;
    case 'bool':
      return `Bool(${value.value})`;
    case 'buffer':
      return `Sequence(Buffer(${Buffer.from(value.value).toString('hex')}))`;
    case 'string-ascii':
    case 'string-utf8':
      return `Sequence(String(${repr(value)}))`;
    case 'principal': {
      const { contract, ...address } = value.value;
      const account = `StandardPrincipalData(${formatPrincipal(address)})`;
      if (contract === undefined) return `Principal(Standard(${account}))`;
      return `Principal(Contract(QualifiedContractIdentifier { issuer: ${account}, name: ContractName("${contract}") }))`;
    }
    case 'none':
      return 'Optional(OptionalData { data: None })';
    case 'some':
      return `Optional(OptionalData { data: Some(${debug(value.value)}) })`;
    case 'ok':
    case 'err':
      return `Response(ResponseData { committed: ${value.type === 'ok'}, data: ${debug(value.value)} })`;
    case 'list':
      return `Sequence(List(ListData { data: [${value.items.map(debug).join(', ')}], type_signature: ${signature(value)} }))`;
    case 'tuple':
      return `Tuple(TupleData { type_signature: ${signature(value)}, data_map: {${fields(value)}} })`;
  }
}

/** The type that a list or tuple carries with it. */
function signature(value: ClarityValue): string {
  const type = typeOf(value);
  return type.kind === 'list' || type.kind === 'tuple' ? debugSignature(type) : '';
}

function fields(value: Extract<ClarityValue, { type: 'tuple' }>): string {
  return value.fields.map(([name, inner]) => `ClarityName("${name}"): ${debug(inner)}`).join(', ');
}
