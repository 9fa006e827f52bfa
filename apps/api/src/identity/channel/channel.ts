export { type Channels, findChannels, findProofChannel, maskEmail, maskPhone } from './find-channels.ts';
