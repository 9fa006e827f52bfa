import * as apiLog from './back-office/api-log.ts';
import * as auditLog from './back-office/audit-log.ts';
import * as cardSettlement from './back-office/card-settlement.ts';
import * as compensation from './back-office/compensation.ts';
import * as contactRecovery from './back-office/contact-recovery.ts';
import * as customerCard from './back-office/customer-card.ts';
import * as customerCardPayment from './back-office/customer-card-payment.ts';
import * as customerFile from './back-office/customer-file.ts';
import * as customerSearch from './back-office/customer-search.ts';
import * as factorResetReview from './back-office/factor-reset-review.ts';
import * as ghostConnect from './back-office/ghost-connect.ts';
import * as kycReview from './back-office/kyc-review.ts';
import * as memberCheckReview from './back-office/member-check-review.ts';
import * as partnerRule from './back-office/partner-rule.ts';
import * as person from './back-office/person.ts';
import * as rateDesk from './back-office/rate-desk.ts';
import * as referralReview from './back-office/referral-review.ts';
import * as role from './back-office/role.ts';
import * as sanctionsAlert from './back-office/sanctions-alert.ts';
import * as serviceBreaker from './back-office/service-breaker.ts';
import * as serviceControl from './back-office/service-control.ts';
import * as setting from './back-office/setting.ts';
import * as staff from './back-office/staff.ts';
import * as staffFactor from './back-office/staff-factor.ts';
import * as staffMember from './back-office/staff-member.ts';
import * as statusChange from './back-office/status-change.ts';
import * as subUser from './back-office/sub-user.ts';
import * as visitReview from './back-office/visit-review.ts';
import * as publicReview from './customers/public-review.ts';

/** The calls of the staff area, except those about a payment in review and the dealing desk. */
export const staffContract = {
  kycReview: {
    workQueue: kycReview.workQueue,
    show: kycReview.show,
    decideItem: kycReview.decideItem,
    decide: kycReview.decide,
    withdrawDecision: kycReview.withdrawDecision,
    downloadDocument: kycReview.downloadDocument,
  },
  memberCheckReview: {
    list: memberCheckReview.list,
    confirm: memberCheckReview.confirm,
    askAgain: memberCheckReview.askAgain,
  },
  factorResetReview: {
    list: factorResetReview.list,
    approve: factorResetReview.approve,
    refuse: factorResetReview.refuse,
  },
  sanctionsAlert: { list: sanctionsAlert.list, clear: sanctionsAlert.clear, confirm: sanctionsAlert.confirm },
  compensation: {
    list: compensation.list,
    propose: compensation.propose,
    approve: compensation.approve,
    refuse: compensation.refuse,
    proposeReversal: compensation.proposeReversal,
    approveReversal: compensation.approveReversal,
    refuseReversal: compensation.refuseReversal,
  },
  publicReviewCheck: { list: publicReview.listForStaff, hide: publicReview.hide },
  apiLog: {
    search: apiLog.search,
    listResends: apiLog.listResends,
    resend: apiLog.resend,
    approveResend: apiLog.approveResend,
    refuseResend: apiLog.refuseResend,
  },
  auditLog: { search: auditLog.search, exportLog: auditLog.exportLog },
  customerFile: {
    show: customerFile.show,
    overview: customerFile.overview,
    payments: customerFile.payments,
    payees: customerFile.payees,
    people: customerFile.people,
    activity: customerFile.activity,
    audit: customerFile.audit,
    orders: customerFile.orders,
    messages: customerFile.messages,
    notes: customerFile.notes,
    addNote: customerFile.addNote,
    revealIdentity: customerFile.revealIdentity,
  },
  cardSettlement: { list: cardSettlement.list, show: cardSettlement.show, compare: cardSettlement.compare },
  customerCard: { list: customerCard.list, stop: customerCard.stop, lift: customerCard.lift },
  customerCardPayment: { list: customerCardPayment.list },
  person: {
    show: person.show,
    correct: person.correct,
    changePassword: person.changePassword,
    resetPin: person.resetPin,
  },
  personContactRecovery: {
    list: contactRecovery.list,
    prepare: contactRecovery.prepare,
    approve: contactRecovery.approve,
    refuse: contactRecovery.refuse,
    withdraw: contactRecovery.withdraw,
  },
  subUser: {
    list: subUser.list,
    invite: subUser.invite,
    show: subUser.show,
    update: subUser.update,
    remove: subUser.remove,
    resetPin: subUser.resetPin,
    changePassword: subUser.changePassword,
    agree: subUser.agree,
    withdraw: subUser.withdraw,
  },
  partnerRule: {
    show: partnerRule.show,
    propose: partnerRule.propose,
    approve: partnerRule.approve,
    refuse: partnerRule.refuse,
    withdraw: partnerRule.withdraw,
    callOff: partnerRule.callOff,
  },
  referralReview: { list: referralReview.list, accept: referralReview.accept, decline: referralReview.decline },
  statusChange: { show: statusChange.show, change: statusChange.change, refuse: statusChange.refuse },
  visitReview: { list: visitReview.list, show: visitReview.show, record: visitReview.record },
  customerSearch: { search: customerSearch.search },
  ghostConnect: {
    show: ghostConnect.show,
    requestConsent: ghostConnect.requestConsent,
    connect: ghostConnect.connect,
    end: ghostConnect.end,
    open: ghostConnect.open,
    list: ghostConnect.list,
  },
  role: { show: role.show, propose: role.propose, approve: role.approve, refuse: role.refuse },
  rateDesk: {
    list: rateDesk.list,
    propose: rateDesk.propose,
    approve: rateDesk.approve,
    refuse: rateDesk.refuse,
    end: rateDesk.end,
    turnOff: rateDesk.turnOff,
    askOn: rateDesk.askOn,
    approveOn: rateDesk.approveOn,
    refuseOn: rateDesk.refuseOn,
  },
  setting: {
    showAutofx: setting.showAutofx,
    proposeAutofx: setting.proposeAutofx,
    showSwiftpayment: setting.showSwiftpayment,
    proposeSwiftpayment: setting.proposeSwiftpayment,
    showRateOfftime: setting.showRateOfftime,
    proposeRateOfftime: setting.proposeRateOfftime,
    showMarketing: setting.showMarketing,
    proposeMarketing: setting.proposeMarketing,
    showPairs: setting.showPairs,
    proposePairs: setting.proposePairs,
    showRules: setting.showRules,
    proposeRules: setting.proposeRules,
    preview: setting.preview,
    listPayMore: setting.listPayMore,
    split: setting.split,
    approve: setting.approve,
    refuse: setting.refuse,
    withdraw: setting.withdraw,
    rollBack: setting.rollBack,
  },
  serviceBreaker: {
    list: serviceBreaker.list,
    change: serviceBreaker.change,
    approve: serviceBreaker.approve,
    refuse: serviceBreaker.refuse,
  },
  serviceControl: {
    list: serviceControl.list,
    create: serviceControl.create,
    show: serviceControl.show,
    change: serviceControl.change,
    cancel: serviceControl.cancel,
    approve: serviceControl.approve,
    refuse: serviceControl.refuse,
    changeMatrix: serviceControl.changeMatrix,
    approveMatrix: serviceControl.approveMatrix,
    refuseMatrix: serviceControl.refuseMatrix,
  },
  staffMember: {
    list: staffMember.list,
    invite: staffMember.invite,
    changeRole: staffMember.changeRole,
    suspend: staffMember.suspend,
    reinstate: staffMember.reinstate,
    approve: staffMember.approve,
    refuse: staffMember.refuse,
    showInvitation: staffMember.showInvitation,
    acceptInvitation: staffMember.acceptInvitation,
  },
  staffFactor: {
    list: staffFactor.list,
    beginChallenge: staffFactor.beginChallenge,
    beginPasskey: staffFactor.beginPasskey,
    addPasskey: staffFactor.addPasskey,
    renamePasskey: staffFactor.renamePasskey,
    removePasskey: staffFactor.removePasskey,
    beginTotp: staffFactor.beginTotp,
    confirmTotp: staffFactor.confirmTotp,
  },
  staff: {
    current: staff.current,
    login: staff.login,
    confirmLogin: staff.confirmLogin,
    logout: staff.logout,
    qrcode: staff.qrcode,
    queue: staff.queue,
    dashboard: staff.dashboard,
  },
};
