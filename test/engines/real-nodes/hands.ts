import type { Service } from '#dist/engines/real-nodes/launch/launcher.js';

/** Interventions in a service from outside. */
export type Hands = {
  /** Ends the service at once. */
  kill(service: Service): Promise<void>;
  /** Ends the service after it has written its data. */
  restart(service: Service): Promise<void>;
  /** Suspends the service. */
  pause(service: Service): Promise<void>;
  resume(service: Service): Promise<void>;
};
