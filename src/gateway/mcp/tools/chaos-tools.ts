import { invalid } from '../../../base/error.js';
import type { AnyOperation, Fields } from '../../../network/operations.js';
import { chaos } from '../../../network/operations.js';
import { callOperation } from '../operations.js';
import { argumentsOf, defineTool, text } from '../tool.js';

/** The operations that begin a fault, by its name: that of its command and its path. */
const faults = new Map(
  Object.entries(chaos as Readonly<Record<string, AnyOperation>>)
    .filter(([, { http }]) => http?.method === 'POST')
    .map(([name, { http, input }]) => [
      http?.path.split('/').at(-1) ?? name,
      { operation: `chaos.${name}`, fields: Object.keys(input as Fields) },
    ]),
);
const names = [...faults.keys()];
const described = [...faults].map(([name, { fields }]) => (fields.length === 0 ? name : `${name} {${fields.join(', ')}}`));

/** Makes the network misbehave. */
export const chaosTools = [
  defineTool<{ fault?: string; options?: object; stop?: string }>({
    name: 'chaos',
    description: `Begin a fault, or stop one. Options: ${described.join(', ')}.`,
    kind: 'destroys',
    input: argumentsOf({
      fault: { enum: names, description: `one of ${names.join(', ')}` },
      options: { type: 'object', description: 'options of the fault' },
      stop: text('id of a fault, or all'),
    }),
    async run({ fault, options = {}, stop }, network) {
      const { devnet } = await network.use();
      if (fault !== undefined && stop !== undefined) throw invalid('stop', 'no fault beside it', stop);
      if (stop === 'all') await callOperation(devnet, 'chaos.clear');
      else if (stop !== undefined) await callOperation(devnet, 'chaos.stop', { id: stop });
      const begun = fault === undefined ? undefined : await callOperation(devnet, faults.get(fault)?.operation ?? fault, options);
      return { ...(fault === 'reorg' && { reorg: begun }), ...(await callOperation<object>(devnet, 'chaos.active')) };
    },
  }),
];
