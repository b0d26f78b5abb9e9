import { type Command, Option } from 'commander';
import { invalid } from '../base/error.js';
import { endpointOf, TOPICS, type ZmqNotification } from '../bitcoin/zmq-notification.js';

/** Adds the flags of ZeroMQ notifications, with bitcoind's names. */
export function addZmqOptions(command: Command): void {
  for (const topic of TOPICS) {
    const help = `publish ${topic} over ZeroMQ, for example at tcp://127.0.0.1:28332 (repeatable)`;
    command.addOption(new Option(`--zmqpub${topic} <address>`, help).argParser(append));
  }
}

/** Reads these flags. @throws DevnetError INVALID_INPUT */
export function zmqNotifications(flags: Readonly<Record<string, unknown>>): ZmqNotification[] {
  return TOPICS.flatMap((topic) => {
    const addresses = flags[`zmqpub${topic}`];
    return Array.isArray(addresses) ? addresses.map((address: string) => ({ topic, address: checked(address, `--zmqpub${topic}`) })) : [];
  });
}

function checked(address: string, flag: string): string {
  if (endpointOf(address) === undefined) throw invalid(flag, 'tcp://host:port, such as tcp://127.0.0.1:28332', address);
  return address;
}

function append(address: string, previous: string[] = []): string[] {
  return [...previous, address];
}
