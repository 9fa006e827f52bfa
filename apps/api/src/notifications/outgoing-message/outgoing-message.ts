export { deliverMessage } from './deliver-message.ts';
