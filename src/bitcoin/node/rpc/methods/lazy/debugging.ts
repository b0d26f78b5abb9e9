import { uptimeMs } from '../../../../../base/uptime.js';
import { categoriesOf, LOG_CATEGORIES, type LogCategory } from '../../../../log-categories.js';
import type { Parameter } from '../../arguments/parameter.js';
import { RPC_CODE, RpcError, wrongType } from '../../error.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { Method } from '../../method.js';

const MAX_ECHO_ARGUMENTS = 10;

const ECHO_PARAMETERS = Array.from(
  { length: MAX_ECHO_ARGUMENTS },
  (_, index): Parameter => ({ name: `arg${index}`, type: 'string', description: 'Anything.', default: '', unchecked: true }),
);

/** Methods that show the node's internals or echo their arguments. */
export const DEBUGGING_METHODS: Method[] = [
  {
    name: 'getmemoryinfo',
    category: 'Control',
    description: 'Locked memory: none here.',
    parameters: [{ name: 'mode', type: 'string', description: 'stats or mallocinfo.', default: '"stats"' }],
    result: '{...} (object) bytes',
    handler: (args) => {
      const mode = args.has('mode') ? args.string('mode') : 'stats';
      if (mode === 'stats') return { locked: { used: 0, free: 0, total: 0, locked: 0, chunks_used: 0, chunks_free: 0 } };
      const known = mode === 'mallocinfo';
      throw new RpcError(RPC_CODE.INVALID_PARAMETER, known ? 'mallocinfo mode not available' : `unknown mode ${mode}`);
    },
  },
  {
    name: 'getrpcinfo',
    category: 'Control',
    description: 'The running calls.',
    parameters: [],
    result: '{...} (object) methods and their durations in microseconds',
    handler: (_, { running, core }) => ({
      active_commands: [...running].map(({ method, startedAt }) => ({
        method,
        duration: Math.round((uptimeMs() - startedAt) * 1000),
      })),
      logpath: core.logPath,
    }),
  },
  {
    name: 'logging',
    category: 'Control',
    description: 'The categories of the log that are enabled.',
    parameters: [
      {
        name: 'include',
        usage: '["include_category",...]',
        type: 'array',
        description: 'Categories to enable.',
        default: '',
      },
      {
        name: 'exclude',
        usage: '["exclude_category",...]',
        type: 'array',
        description: 'Categories to disable.',
        default: '',
      },
    ],
    result: '{...} (object) by category whether it is enabled',
    handler: (args, { core: { log } }) => {
      if (args.has('include')) for (const name of categories(args.array('include'))) log.categories.add(name);
      if (args.has('exclude')) for (const name of categories(args.array('exclude'))) log.categories.delete(name);
      const state: JsonObject = {};
      for (const name of LOG_CATEGORIES) state[name] = log.categories.has(name);
      return state;
    },
  },
  ...['echo', 'echojson'].map(
    (name): Method => ({
      name,
      category: 'Control',
      hidden: true,
      description: 'Returns its arguments.',
      parameters: ECHO_PARAMETERS,
      result: '[...] (array) the arguments',
      handler: (args) =>
        ECHO_PARAMETERS.slice(0, args.count).map((parameter) => {
          // Parsed JSON is valid JSON.
          return (args.raw(parameter.name) ?? null) as Json;
        }),
    }),
  ),
  {
    name: 'syncwithvalidationinterfacequeue',
    category: 'Blockchain',
    hidden: true,
    description: 'Waits until all listeners have received all events, which is always true here.',
    parameters: [],
    result: 'null',
    handler: () => null,
  },
];

/** Returns the categories of a list. @throws RpcError */
function categories(list: unknown[]): LogCategory[] {
  return list.flatMap((name) => {
    if (typeof name !== 'string') throw wrongType(name, 'string');
    const known = categoriesOf(name);
    if (known !== undefined) return [...known];
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, `unknown logging category ${name}`);
  });
}
