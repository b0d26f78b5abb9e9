/** Recovers the public key (33 bytes, or 65 uncompressed) that made a signature; undefined if none did. */
type Recover = (hash: Uint8Array, compact: Uint8Array, recoveryId: number, compressed: boolean) => Uint8Array | undefined;

/** Elliptic-curve arithmetic, the one heavy part of verifying a transaction. */
export type Curve = {
  recover: Recover;
  /** The 65-byte form of a 33-byte key. @throws if it is not a point of the curve */
  decompress(key: Uint8Array): Uint8Array;
};

/** Loads the WebAssembly build of libsecp256k1 (about 20 ms). */
export async function loadCurve(): Promise<Curve> {
  const { recover, pointCompress } = await import('tiny-secp256k1');
  return {
    recover(hash, compact, recoveryId, compressed) {
      if (!isRecoveryId(recoveryId)) return undefined;
      try {
        return recover(hash, compact, recoveryId, compressed) ?? undefined;
      } catch {
        // The library throws if r is not an x-coordinate of the curve.
        return undefined;
      }
    },
    decompress: (key) => pointCompress(key, false),
  };
}

function isRecoveryId(value: number): value is 0 | 1 | 2 | 3 {
  return value >= 0 && value <= 3;
}
