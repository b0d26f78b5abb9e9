/** Where the set-up leaves for the teardown, in the same process, what ends the network: on the global object, as Jest documents it. */
export const closing: unique symbol = Symbol.for('stacks-devnet.jest.closing');
