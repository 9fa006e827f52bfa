export { type Channels, findChannels, maskEmail, maskPhone } from './find-channels.ts';
export { findProofChannel } from './proof-channel.ts';
