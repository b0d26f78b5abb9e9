import { complies } from '../../../../clarity/analysis.js';
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
      const own = (await view.contract(contract))?.analysis;
      if (own === undefined) throw noAnalysis();
      const isDeclared = own.implementedTraits.some((trait) => trait.contract === definer && trait.name === name);
      if (isDeclared) return ok({ is_implemented: true });
      const trait = (await view.contract(definer))?.analysis.traits.get(name);
      if (trait === undefined) throw noAnalysis();
      return ok({ is_implemented: complies(own, name, trait) });
    },
  );
}

function noAnalysis(): Error {
  return notFound('No contract analysis found or trait definition not found');
}
