import { once } from 'node:events';
import { WebSocket } from 'ws';

/**
 * Follows the transactions of an address through the Stacks API's websocket.
 * @param onMined is called with each one that a block has. A client that read all of each message would slow the network down. @default the
 * client never reads again
 */
export async function subscribe(gateway: string, address: string, onMined?: (txid: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${gateway.replace('http', 'ws')}/extended/v1/ws`);
  // `close` follows.
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { event: 'address_tx_update', address } }));
  await once(socket, 'message');
  if (onMined === undefined) socket.pause();
  else {
    socket.on('message', (data: Buffer) => {
      const [, txid, status] = /"tx_id":"(0x[0-9a-f]{64})","tx_status":"(\w+)"/.exec(data.toString('latin1', 0, 400)) ?? [];
      if (txid !== undefined && status === 'success') onMined(txid);
    });
  }
  return socket;
}
