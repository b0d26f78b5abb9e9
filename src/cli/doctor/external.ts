import type { ResolvedConfig } from '../../config/types.js';
import { checkNodes } from '../../engines/external/check-nodes.js';
import { createNodes } from '../../engines/external/nodes.js';
import { DevnetError } from '../../error.js';
import type { Finding } from './finding.js';

const EXAMPLES = {
  bitcoinRpc: 'export DEVNET_EXTERNAL_BITCOIN_RPC=http://user:password@127.0.0.1:18443',
  stacksRpc: 'export DEVNET_EXTERNAL_STACKS_RPC=http://127.0.0.1:20443',
} as const;

/** Whether the external engine is told where nodes are, and whether these answer. URLs are not shown: they may hold a password. */
export async function examineExternal({ external, bitcoin }: Pick<ResolvedConfig, 'external' | 'bitcoin'>): Promise<Finding[]> {
  const { bitcoinRpc, stacksRpc } = external;
  if (bitcoinRpc === undefined || stacksRpc === undefined) {
    return (['bitcoinRpc', 'stacksRpc'] as const).map((name) =>
      external[name] === undefined
        ? { item: name, ok: false, text: `external.${name} is not set`, hint: EXAMPLES[name] }
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
