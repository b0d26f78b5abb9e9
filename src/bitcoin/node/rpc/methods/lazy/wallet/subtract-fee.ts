import { RPC_CODE, RpcError } from '../../../error.js';
import { Numeral, typeName } from '../../../json/json.js';
import { toInt32 } from '../../../json/numeral.js';

/** Returns the positions of the outputs that pay the fee, which a call names by address or position. @throws RpcError −8 */
export function subtractPositions(given: readonly unknown[], addresses: readonly (string | undefined)[]): number[] {
  const positions: number[] = [];
  for (const each of given) {
    const position = positionOf(each, addresses);
    if (positions.includes(position)) throw invalid(`duplicated position: ${position}`);
    if (position < 0) throw invalid(`negative position: ${position}`);
    if (position >= addresses.length) throw invalid(`position too large: ${position}`);
    positions.push(position);
  }
  return positions;
}

function positionOf(given: unknown, addresses: readonly (string | undefined)[]): number {
  if (given instanceof Numeral) return toInt32(given);
  if (typeof given !== 'string') throw invalid(`invalid value type: ${typeName(given)}`);
  const position = addresses.indexOf(given);
  if (position < 0) throw invalid(`destination ${given} not found in tx outputs`);
  return position;
}

function invalid(fault: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid parameter 'subtract fee from output', ${fault}`);
}
