import { delay } from '#platform/timers.js';
import { PROCESS_START, uptimeMs } from '../../../../../base/uptime.js';
import { helpText, usageLine } from '../../help-text.js';
import type { Category, Method } from '../../method.js';

const CATEGORIES: Category[] = [
  'Blockchain',
  'Control',
  'Generating',
  'Mining',
  'Network',
  'Rawtransactions',
  'Signer',
  'Util',
  'Wallet',
  'Zmq',
];

/** Returns the methods that control the server. @param methods loads all methods, for `help` */
export function controlMethods(methods: () => Promise<Method[]>): Method[] {
  return [
    {
      name: 'help',
      category: 'Control',
      description: 'Lists all commands, or describes one.',
      parameters: [{ name: 'command', type: 'string', description: 'The command.', default: 'all commands' }],
      result: '"str" (string) the text',
      handler: async (args) => {
        const all = await methods();
        // Core treats an empty name as absent, and null as the wrong type.
        const name = args.count === 0 ? '' : args.string('command');
        if (name === '') return listing(all);
        const method = all.find((candidate) => candidate.name === name);
        if (method === undefined) return `help: unknown command: ${name}`;
        return method.result === '' ? helpText(method) : helpText(method).trimEnd();
      },
    },
    {
      name: 'stop',
      category: 'Control',
      description: 'Stops the node after the reply.',
      parameters: [{ name: 'wait', type: 'numeric', description: 'Milliseconds to wait before.', default: '0', hidden: true }],
      result: '"str" (string) a message',
      handler: async (args, { stop }) => {
        stop();
        if (args.has('wait')) await delay(args.int('wait'));
        return 'Bitcoin Core stopping';
      },
    },
    {
      name: 'uptime',
      category: 'Control',
      description: 'The time since the start of the server, in seconds.',
      parameters: [],
      result: 'n (numeric)',
      // Under `setmocktime`, the difference to the real time of the start, as in Core.
      handler: (_, { startedAt, core: { clock } }) => {
        const mockTime = clock.mockTime();
        if (mockTime > 0) return mockTime - Math.floor((PROCESS_START + startedAt) / 1000);
        return Math.floor((uptimeMs() - startedAt) / 1000);
      },
    },
  ];
}

function listing(methods: Method[]): string {
  const shown = methods.filter(({ hidden }) => hidden !== true);
  return CATEGORIES.flatMap((category) => {
    const members = shown.filter((method) => method.category === category);
    return members.length === 0 ? [] : [[`== ${category} ==`, ...members.map(usageLine)].join('\n')];
  }).join('\n\n');
}
