/** "expand 32-byte k", as four words. */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const BLOCK = 64;

/**
 * Returns the key stream of ChaCha20 (RFC 8439, 2.3), which browsers do not have.
 * @param key 32 bytes
 * @param start 16 bytes: the counter of the first block, little-endian, and the nonce
 */
export function keystream(key: Uint8Array, start: Uint8Array, size: number): Uint8Array {
  const input = Uint32Array.of(...CONSTANTS, ...words(key), ...words(start));
  const stream = new Uint8Array(Math.ceil(size / BLOCK) * BLOCK);
  const view = new DataView(stream.buffer);
  for (let at = 0; at < size; at += BLOCK) {
    const state = mixed(input);
    for (const [index, word] of state.entries()) view.setUint32(at + index * 4, word + (input[index] as number), true);
    input[12] = (input[12] as number) + 1;
  }
  return stream.subarray(0, size);
}

function mixed(input: Uint32Array): Uint32Array {
  const state = input.slice();
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(state, column, 4 + column, 8 + column, 12 + column);
    for (let row = 0; row < 4; row++) quarter(state, row, 4 + ((row + 1) % 4), 8 + ((row + 2) % 4), 12 + ((row + 3) % 4));
  }
  return state;
}

function quarter(state: Uint32Array, a: number, b: number, c: number, d: number): void {
  const add = (to: number, other: number, turned: number, by: number): void => {
    state[to] = (state[to] as number) + (state[other] as number);
    const word = (state[turned] as number) ^ (state[to] as number);
    state[turned] = (word << by) | (word >>> (32 - by));
  };
  add(a, b, d, 16);
  add(c, d, b, 12);
  add(a, b, d, 8);
  add(c, d, b, 7);
}

function words(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}
