import type { ZmqNotification } from '../../zmq-notification.js';

/** Running notifications. */
export type ZmqNotifications = {
  /** With the ports that were chosen, in the order in which they are sent. */
  readonly notifications: Required<ZmqNotification>[];
  close(): Promise<void>;
};
