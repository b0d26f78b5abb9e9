export { type WebSocket, WebSocketServer } from 'ws';
