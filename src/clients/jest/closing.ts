/** The key of the function that stops the network. The set-up stores it on the global object for the teardown, as Jest documents. */
export const closing: unique symbol = Symbol.for('stacks-devnet.jest.closing');
