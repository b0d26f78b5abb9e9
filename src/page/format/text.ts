/** Cuts the middle of a long id: `0x12ab34…cd56ef`. */
export function middle(text: string, ends = 6): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  return text.length <= prefix + 2 * ends + 1 ? text : `${text.slice(0, prefix + ends)}…${text.slice(-ends)}`;
}

/** Shortens a principal: the contract's name stays. */
export function shortPrincipal(principal: string): string {
  const [address = '', ...contract] = principal.split('.');
  return [middle(address), ...contract].join('.');
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `token_transfer` is `token transfer`. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}

type Cost = { execution_cost_runtime?: number; execution_cost_read_count?: number; execution_cost_write_count?: number };

/** What an execution cost, in the counts that the limits of a block are reached by first. */
export function costText({
  execution_cost_runtime: runtime = 0,
  execution_cost_read_count: reads,
  execution_cost_write_count: writes,
}: Cost) {
  return `runtime ${runtime.toLocaleString('en')}, ${plural(reads ?? 0, 'read')}, ${plural(writes ?? 0, 'write')}`;
}
