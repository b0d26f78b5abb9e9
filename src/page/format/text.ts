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
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `token_transfer` is `token transfer`. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
