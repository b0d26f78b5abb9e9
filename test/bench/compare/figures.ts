/** The figures of a comparison, with their units. Figures per second are better when they are higher, all others when they are lower. */
export const FIGURES = {
  empty: { name: 'an empty Node program, start → end', unit: 'ms' },
  warm: { name: '`up`: process start → ready, warm', unit: 'ms' },
  cold: { name: '`up`: process start → ready, nothing cached', unit: 'ms' },
  second: { name: 'second `startDevnet()` in a process', unit: 'ms' },
  answer: { name: 'process start → first answer', unit: 'ms' },
  confirm: { name: 'send → confirmed over HTTP, one client, first transfers', unit: 'ms' },
  confirmLater: { name: 'send → confirmed over HTTP, one client, after 1500 transfers', unit: 'ms' },
  waiting: { name: 'confirmed transfers per second, 20 clients that wait', unit: '/s' },
  calls: { name: 'contract calls per second', unit: '/s' },
  snapshot: { name: 'snapshot', unit: 'ms' },
  restore: { name: 'restore, first ones', unit: 'ms' },
  restoreLater: { name: 'restore, after 60', unit: 'ms' },
  memory: { name: 'resident memory when ready', unit: 'MiB' },
  bitcoinStart: { name: 'Bitcoin node: import → RPC answering', unit: 'ms' },
  bitcoinBlocks: { name: '500 blocks by `generatetoaddress`', unit: 'ms' },
  bitcoinSend: { name: 'Bitcoin node: sendrawtransaction, one connection', unit: '/s' },
  electrumStart: { name: 'process start → first answer of the Electrum server', unit: 'ms' },
  electrumHistory: { name: '`get_history` of an address with about 600 transactions', unit: 'ms' },
  electrumBalance: { name: '`get_balance` of it', unit: 'ms' },
  electrumNotified: { name: '`generatetoaddress` → a client is notified', unit: 'ms' },
  simnetStart: { name: 'import → `initSimnet()` returns, first in a process', unit: 'ms' },
  simnetAgain: { name: '`initSimnet()` again', unit: 'ms' },
  simnetCalls: { name: 'calls of a public function per second', unit: '/s' },
  simnetReads: { name: 'calls of a read-only function per second', unit: '/s' },
} as const;

export type FigureName = keyof typeof FIGURES;
