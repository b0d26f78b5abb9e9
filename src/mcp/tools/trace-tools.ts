import { argumentsOf, defineTool, text } from '../tool.js';

/** Explains transactions. */
export const traceTools = [
  defineTool<{ txid: string }>({
    name: 'trace',
    description: 'Explain a mined Stacks transaction: status, why it failed with contract, line and stack, and the calls that it made.',
    kind: 'reads',
    input: argumentsOf({ txid: text('64 hex digits, with or without 0x') }, ['txid']),
    async run({ txid }, network) {
      const { status, reason, origin, result, ...others } = await (await network.use()).devnet.stacks.trace(txid);
      // The explanation first: readers may see only the beginning of a long answer.
      return { status, reason, origin, result: result.repr, ...others };
    },
  }),
];
