/** A test of Jest's runner. `fn` may be replaced until the test runs. */
export type CircusTest = { concurrent?: boolean | undefined; fn?: (() => unknown) | null | undefined };
/** A block of tests. */
type CircusBlock = {
  parent?: CircusBlock | undefined;
  children: readonly ((CircusTest & { type: 'test' }) | (CircusBlock & { type: 'describeBlock' }))[];
};
/** An event of Jest's runner (jest-circus 29 and 30), as far as this package reads it. */
export type CircusEvent = { name: string; test?: CircusTest; describeBlock?: CircusBlock };

/**
 * Returns the tests of `test.concurrent` when the outermost block starts: Jest 29 starts those of all blocks then, Jest 30 each block's
 * with the block.
 */
export function concurrentTests({ describeBlock }: CircusEvent): CircusTest[] {
  return describeBlock === undefined || describeBlock.parent !== undefined ? [] : within(describeBlock);
}

function within({ children }: CircusBlock): CircusTest[] {
  return children.flatMap((child) => {
    if (child.type === 'describeBlock') return within(child);
    return child.concurrent ? [child] : [];
  });
}
