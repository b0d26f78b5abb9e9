/** A peer broke the protocol or a rule of the chain. It is disconnected. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
