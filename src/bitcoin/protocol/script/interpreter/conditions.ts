/** The state of nested IFs. Only the depth of the first branch that does not run matters, so there is no list. */
export type Conditions = {
  /** Whether every open branch runs. */
  allTrue(): boolean;
  isEmpty(): boolean;
  push(runs: boolean): void;
  /** OP_ELSE: inverts the innermost branch. */
  toggle(): void;
  pop(): void;
};

export function createConditions(): Conditions {
  let depth = 0;
  /** The depth of the first branch that does not run, or −1. */
  let firstFalse = -1;
  return {
    allTrue: () => firstFalse === -1,
    isEmpty: () => depth === 0,
    push: (runs) => {
      if (firstFalse === -1 && !runs) firstFalse = depth;
      depth++;
    },
    toggle: () => {
      if (firstFalse === -1) firstFalse = depth - 1;
      else if (firstFalse === depth - 1) firstFalse = -1;
    },
    pop: () => {
      depth--;
      if (firstFalse === depth) firstFalse = -1;
    },
  };
}
