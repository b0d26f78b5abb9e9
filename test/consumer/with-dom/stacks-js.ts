// A project that uses the packages of stacks.js, of which the types need those of the DOM.
import type { StacksNetwork } from '@stacks/network';
import { Cl, cvToString, makeUnsignedSTXTokenTransfer, Pc } from '@stacks/transactions';
import { type Devnet, unsignedAs } from 'stacks-devnet';
import type { createClarityVm } from 'stacks-devnet/clarity';

/** Values of stacks.js are those of this package, and the other way round. */
export async function values(vm: ReturnType<typeof createClarityVm>, devnet: Devnet): Promise<string> {
  const given: Parameters<typeof vm.call>[0]['args'] = [
    Cl.tuple({ list: Cl.list([Cl.some(Cl.uint(1)), Cl.none()]), ok: Cl.ok(Cl.bool(true)) }),
  ];
  const { result } = vm.call({ contract: 'counter', fn: 'add', args: given, sender: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' });
  const postConditions = [Pc.principal('ST1').willSendEq(1).ustx(), Pc.principal('ST1').willSendEq(1).ft('ST1.token', 'token')];
  await devnet.contract('counter').call('add', [1n], { as: 'wallet_1', postConditions });
  const network: StacksNetwork = devnet.network;
  return `${result === undefined ? '' : cvToString(result)}${network.chainId}`;
}

export async function unsigned(options: Parameters<typeof makeUnsignedSTXTokenTransfer>[0]): Promise<string> {
  return unsignedAs(await makeUnsignedSTXTokenTransfer(options), 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM').serialize();
}
