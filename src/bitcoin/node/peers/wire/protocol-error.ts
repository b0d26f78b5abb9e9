/** A peer broke the protocol or a rule of the chain. The message is bitcoind's. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** A peer that the node cannot go on with, whatever its permissions. The message is bitcoind's. */
export class PeerEnd extends ProtocolError {}
