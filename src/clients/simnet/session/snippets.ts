import { invalid } from '../../../base/error.js';
import { readText } from '../../../base/json.js';
import type { SessionTx } from './calls.js';
import { NONE, type Outcome, printedOutcome } from './outcome.js';
import type { Reads } from './reads.js';

type SnippetParts = { reads: Reads; execute(txs: readonly SessionTx[]): Promise<Outcome[]> };

/** What a simnet learns from sources. The parser is loaded when it is needed. */
export function createSnippets({ reads, execute }: SnippetParts) {
  let count = 0;
  return {
    /**
     * Deploys expressions as a contract of the deployer, as clarinet-sdk does. Nodes do not report the value of the last one, so the
     * contract prints it.
     * @throws DevnetError REJECTED
     */
    async run(source: string): Promise<Outcome> {
      const sender = (await reads.accounts()).get('deployer');
      if (sender === undefined) throw invalid('accounts', 'an account with the name deployer, which runs snippets', undefined);
      const name = `contract-${count++}`;
      const { printLast } = await import('../local/syntax.js');
      // What the parser does not accept is deployed as it is, so that the node says why.
      const content = printLast({ source, id: `${sender}.${name}`, epoch: await reads.epoch() });
      const [outcome] = await execute([{ type: 'deploy', name, content: content ?? source, clarityVersion: undefined, sender }]);
      const executed = outcome ?? { result: NONE, events: [] };
      return content === undefined ? { ...executed, result: NONE } : printedOutcome(executed);
    },
    /** Returns the syntax tree of a contract; undefined without it. */
    async syntaxTree(contract: string): Promise<object | undefined> {
      const id = reads.resolve(contract);
      const [source, about] = await Promise.all([reads.getContractSource(contract), reads.contractInterface(id)]);
      if (source === undefined || about === undefined) return undefined;
      const { syntaxTree } = await import('../local/syntax.js');
      // For example `Clarity3`.
      const version = Number(readText(about, 'clarity_version').replace('Clarity', ''));
      return syntaxTree({ source, id, epoch: await reads.epoch(), version });
    },
    forget(): void {
      count = 0;
    },
  };
}
