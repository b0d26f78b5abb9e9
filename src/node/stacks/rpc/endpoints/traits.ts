import { findFunction } from '../../../../chains/stacks/codec/contract/abi.js';
import { parseSource } from '../../../../chains/stacks/codec/contract/source.js';
import { findTrait, implementedTraits, unmetFunction } from '../../../../chains/stacks/codec/contract/trait.js';
import { type Answer, notFound, ok } from '../answer.js';
import type { RpcNode } from '../node.js';
import { clarityNameParam, contractParam, type RpcRequest, requireNoBody } from '../request.js';
import { readAt } from '../view.js';

/** `GET /v2/traits/{address}/{contract}/{traitContractAddr}/{traitContractName}/{traitName}` */
export async function getTrait(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const definer = contractParam(request, 'traitContractAddr', 'traitContractName');
  const name = clarityNameParam(request, 'traitName');
  return readAt(
    node,
    request,
    () => 'Chain tip not found',
    async (view) => {
      const [own, source] = await Promise.all([view.contractInterface(contract), view.contract(contract)]);
      if (own === undefined || source === undefined) throw noAnalysis();
      if (implementedTraits(parseSource(source.source), contract).includes(`${definer}.${name}`)) return ok({ is_implemented: true });
      const trait = findTrait((await view.contract(definer))?.source ?? '', name);
      if (trait === undefined) throw noAnalysis();
      return ok({ is_implemented: unmetFunction((fn) => findFunction(own, fn), trait) === undefined });
    },
  );
}

function noAnalysis(): Error {
  return notFound('No contract analysis found or trait definition not found');
}
