import type { Service } from '#dist/engines/launch/launcher.js';

/** What somebody else may do to a service. */
export type Hands = {
  /** Ends it at once. */
  kill(service: Service): Promise<void>;
  /** Ends it so that it can write what it has in memory. */
  restart(service: Service): Promise<void>;
  /** Stops it in its tracks. */
  pause(service: Service): Promise<void>;
  resume(service: Service): Promise<void>;
};
