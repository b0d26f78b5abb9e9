// Analyses Clarity sources in a worker, with the contracts that a network has from its start.
import contractsOfSbtc from 'data:sbtc';
import { createClarityVm, type Diagnostic } from 'stacks-devnet/clarity';
import { bootContracts } from 'stacks-devnet/clarity/boot-contracts';
import { CONTRACT } from './link.js';

export type Analysed = { id: number; diagnostics: readonly Diagnostic[] };

const vm = createClarityVm({ contracts: [...bootContracts(), ...contractsOfSbtc] });
const scope = globalThis;
scope.onmessage = ({ data: { id, source } }: MessageEvent<{ id: number; source: string }>) => {
  const { diagnostics } = vm.analyse({ contract: `ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.${CONTRACT}`, source });
  scope.postMessage({ id, diagnostics } satisfies Analysed);
};
