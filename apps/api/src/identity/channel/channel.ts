/**
 * Where a person can be reached: e-mail address and phone number.
 * A channel is proof of a person only while it has not changed for a week.
 */

export { type Channels, findChannels, findProofChannel, maskEmail, maskPhone } from './channel.read.ts';
