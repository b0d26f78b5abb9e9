/** Ends a network that nobody controls any more. */
export type Lease = { renew(): void; stop(): void };

/** The number of parts of a lease. A process that stood still loses one of them, not the lease. */
const PARTS = 4;

/** @param end called if `renew` was not called for so long */
export function watchLease(seconds: number, end: (reason: string) => void): Lease {
  let left = PARTS;
  const timer = setInterval(
    () => {
      left--;
      if (left > 0) return;
      clearInterval(timer);
      end(`the lease of ${seconds} s was not renewed`);
    },
    (seconds * 1_000) / PARTS,
  );
  return {
    renew() {
      left = PARTS;
    },
    stop: () => clearInterval(timer),
  };
}
