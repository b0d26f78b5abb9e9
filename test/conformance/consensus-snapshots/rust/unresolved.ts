/** A test is written in a way that this reader does not know. */
export class Unresolved extends Error {
  override readonly name = 'Unresolved';
}
