/**
 * Devices that people sign in with, recognised by a secret in a cookie or in the client.
 * A sign-in on a new device is announced; a trusted device spares the second factor.
 * Any change of credentials ends the trust.
 */

export { deviceDisowned } from './change-device.ts';
export { isTrustedDevice } from './device.read.ts';
export { endTrust, trustDevice } from './device.sql.ts';
export { describeDevice, newDeviceUsed, registerDevice } from './register-device.ts';
