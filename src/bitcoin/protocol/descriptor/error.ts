/** An invalid descriptor, or one that cannot be derived, with Core's message. The RPC code is −5. */
export class DescriptorError extends Error {
  override readonly name = 'DescriptorError';
}
