/** The VM trapped, and its instance is unusable. `message` is the panic's. */
export class Panic extends Error {
  override readonly name = 'Panic';
}
