/** A rewind failed half-way, or the VM could not read its origin. The state is undefined, so the thread must end. */
export class Broken extends Error {
  override readonly name = 'Broken';
}
