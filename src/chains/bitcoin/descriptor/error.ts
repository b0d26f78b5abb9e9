/** A descriptor that cannot be read or derived, in Core's words; its RPC answers it with code −5. */
export class DescriptorError extends Error {
  override readonly name = 'DescriptorError';
}
