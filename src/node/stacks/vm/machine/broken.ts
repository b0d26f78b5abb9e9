/** Going back failed half-way, so that the VM is in no state at all: its thread must end. */
export class Broken extends Error {
  override readonly name = 'Broken';
}
