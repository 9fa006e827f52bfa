export { type Channels, findChannels } from './find-channels.ts';
export { findProofChannel } from './proof-channel.ts';
