/** A rewind failed half-way, so the state of the VM is undefined and its thread must end. */
export class Broken extends Error {
  override readonly name = 'Broken';
}
