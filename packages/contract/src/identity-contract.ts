import * as device from './identity/device.ts';
import * as pin from './identity/pin.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as session from './identity/session.ts';
import { beginFactorChallenge, verify as verifyPin } from './purpose.ts';

/** The calls about who signs in, with what, and with which device. */
export const identityContract = {
  session: {
    current: session.current,
    login: session.login,
    confirmLogin: session.confirmLogin,
    logout: session.logout,
    touch: session.touch,
    listCustomers: session.listCustomers,
    switchCustomer: session.switchCustomer,
    captcha: session.captcha,
    createDownloadToken: session.createDownloadToken,
  },
  device: {
    list: device.list,
    rename: device.rename,
    trust: device.trust,
    stopTrusting: device.stopTrusting,
    confirm: device.confirm,
    revoke: device.revoke,
    disown: device.disown,
  },
  secondFactor: {
    list: secondFactor.list,
    beginChallenge: beginFactorChallenge,
    beginPasskey: secondFactor.beginPasskey,
    addPasskey: secondFactor.addPasskey,
    renamePasskey: secondFactor.renamePasskey,
    beginTotp: secondFactor.beginTotp,
    confirmTotp: secondFactor.confirmTotp,
    remove: secondFactor.remove,
    makeRecoveryCodes: secondFactor.makeRecoveryCodes,
  },
  pin: {
    state: pin.state,
    create: pin.create,
    update: pin.update,
    verify: verifyPin,
    log: pin.log,
    resetState: pin.resetState,
    reset: pin.reset,
    sendCode: pin.sendCode,
  },
};
