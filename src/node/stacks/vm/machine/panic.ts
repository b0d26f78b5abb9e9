/** The VM trapped: its instance is of no use any more. `message` is the panic's. */
export class Panic extends Error {
  override readonly name = 'Panic';
}
