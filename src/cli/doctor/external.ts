import { DevnetError } from '../../base/error.js';
import { checkNodes, createNodes } from '../../engines/external.js';
import type { ResolvedConfig } from '../../project/config.js';
import { environmentName, externalExamples } from '../../project/config.js';
import { type Finding, setVariable } from './finding.js';

/** Checks whether the URLs of external nodes are set, and whether the nodes answer. Hides the URLs, which may contain a password. */
export async function examineExternal({ external, bitcoin }: Pick<ResolvedConfig, 'external' | 'bitcoin'>): Promise<Finding[]> {
  const { bitcoinRpc, stacksRpc } = external;
  if (bitcoinRpc === undefined || stacksRpc === undefined) {
    return (['bitcoinRpc', 'stacksRpc'] as const).map((name) =>
      external[name] === undefined
        ? {
            item: name,
            ok: false,
            text: `external.${name} is not set`,
            hint: setVariable(environmentName(`external.${name}`), externalExamples[name]),
          }
        : { item: name, ok: true, text: `external.${name} is set` },
    );
  }
  const warnings: string[] = [];
  try {
    const nodes = createNodes({ bitcoinRpc, stacksRpc }, bitcoin);
    const { epoch } = await checkNodes(nodes, { onWarning: (text) => warnings.push(text) });
    const chains = await nodes.chains();
    return [
      { item: 'bitcoin', ok: true, text: `a Bitcoin node on ${chains.bitcoin} answers at ${nodes.services.bitcoin.rpcUrl}` },
      { item: 'stacks', ok: true, text: `a Stacks node in Epoch ${epoch} answers at ${nodes.services.stacks.rpcUrl}` },
      ...warnings.map((text) => ({ item: 'pair', ok: false, text })),
    ];
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
    return [{ item: 'nodes', ok: false, text: error.message, hint: error.hint }];
  }
}
