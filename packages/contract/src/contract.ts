import * as bankAccount from './accounts/bank-account.ts';
import * as closingPack from './accounts/closing-pack.ts';
import * as letter from './accounts/letter.ts';
import * as ownTransfer from './accounts/own-transfer.ts';
import * as statement from './accounts/statement.ts';
import * as statementExport from './accounts/statement-export.ts';
import * as statementSubscription from './accounts/statement-subscription.ts';
import * as wallet from './accounts/wallet.ts';
import * as approval from './approvals/approval.ts';
import * as review from './back-office/review.ts';
import * as reviewCase from './back-office/review-case.ts';
import * as reviewQueue from './back-office/review-queue.ts';
import { cardContract } from './card-contract.ts';
import * as document from './checks/document.ts';
import * as accessRequest from './customers/access-request.ts';
import * as accountStatus from './customers/account-status.ts';
import * as agreement from './customers/agreement.ts';
import * as closure from './customers/closure.ts';
import * as contactRecovery from './customers/contact-recovery.ts';
import * as emailChange from './customers/email-change.ts';
import * as factorReset from './customers/factor-reset.ts';
import * as help from './customers/help.ts';
import * as introducerPartner from './customers/introducer-partner.ts';
import * as invitation from './customers/invitation.ts';
import * as kyc from './customers/kyc.ts';
import * as kycEvent from './customers/kyc-event.ts';
import * as kycPerson from './customers/kyc-person.ts';
import * as memberCheck from './customers/member-check.ts';
import * as phoneChange from './customers/phone-change.ts';
import * as profile from './customers/profile.ts';
import * as publicReview from './customers/public-review.ts';
import * as referral from './customers/referral.ts';
import * as registration from './customers/registration.ts';
import * as upgrade from './customers/upgrade.ts';
import * as user from './customers/user.ts';
import * as autoFx from './fx/auto-fx.ts';
import * as fx from './fx/conversion.ts';
import * as manualFx from './fx/manual-fx.ts';
import * as rate from './fx/rate.ts';
import * as rateAlert from './fx/rate-alert.ts';
import * as treasury from './fx/treasury.ts';
import * as password from './identity/password.ts';
import * as recovery from './identity/recovery.ts';
import { identityContract } from './identity-contract.ts';
import * as notification from './notifications/notification.ts';
import * as nameCheckPolicy from './payees/name-check-policy.ts';
import * as payeeUsable from './payees/payable-payees.ts';
import * as payee from './payees/payee.ts';
import * as payeeReview from './payees/payee-review.ts';
import * as bulkPayment from './payments/bulk.ts';
import * as domestic from './payments/domestic.ts';
import * as favourite from './payments/favourite.ts';
import * as globalPayment from './payments/international.ts';
import * as internationalAtRate from './payments/international-at-rate.ts';
import * as memberTransfer from './payments/member-transfer.ts';
import * as instantPayment from './payments/open-banking.ts';
import * as payment from './payments/payment.ts';
import * as paymentActions from './payments/payment-actions.ts';
import * as paymentList from './payments/payment-list.ts';
import * as rail from './payments/rail-event.ts';
import * as receipt from './payments/receipt.ts';
import * as search from './payments/search.ts';
import * as standingOrder from './payments/standing-order.ts';
import * as standingOrderDecision from './payments/standing-order-decision.ts';
import * as standingPreview from './payments/standing-order-preview.ts';
import * as swiftCurrency from './payments/swift-currency.ts';
import * as tariff from './payments/tariff.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as bankDirectory from './reference/bank-directory.ts';
import * as country from './reference/country.ts';
import * as serviceNotice from './reference/service-notice.ts';
import { staffContract } from './staff-contract.ts';

/** Every endpoint by noun and verb. The server binds these and the browser calls these; there are no others. */
export const contract = {
  emailChange: { request: emailChange.request, confirm: emailChange.confirm },
  phoneChange: { request: phoneChange.request, confirm: phoneChange.confirm },
  factorReset: {
    request: factorReset.request,
    showForm: factorReset.showForm,
    addDocument: factorReset.addDocument,
    removeDocument: factorReset.removeDocument,
    submit: factorReset.submit,
    cancelByLink: factorReset.cancelByLink,
    show: factorReset.show,
    cancel: factorReset.cancel,
  },
  contactRecovery: {
    show: contactRecovery.show,
    stop: contactRecovery.stop,
    stopByLink: contactRecovery.stopByLink,
    confirm: contactRecovery.confirm,
  },
  password: { change: password.change },
  recovery: { request: recovery.request, resetPassword: recovery.resetPassword },
  registration: {
    invitation: registration.invitation,
    register: registration.register,
    confirm: registration.confirm,
  },
  introducerPartner: { show: introducerPartner.show, download: introducerPartner.download },
  referral: { list: referral.list, remind: referral.remind, appeal: referral.appeal },
  accessRequest: {
    list: accessRequest.list,
    approve: accessRequest.approve,
    refuse: accessRequest.refuse,
  },
  user: {
    list: user.list,
    invite: user.invite,
    show: user.show,
    update: user.update,
    remove: user.remove,
    resetPin: user.resetPin,
    resend: user.resend,
  },
  invitation: {
    show: invitation.show,
    acceptAsNew: invitation.acceptAsNew,
    accept: invitation.accept,
    decline: invitation.decline,
  },
  country: { list: country.list },
  serviceNotice: { list: serviceNotice.list },
  letter: {
    list: letter.list,
    issue: letter.issue,
    issueExchangeNote: letter.issueExchangeNote,
    show: letter.show,
    verify: letter.verify,
  },
  profile: { show: profile.show, update: profile.update },
  publicReview: {
    show: publicReview.show,
    write: publicReview.write,
    remove: publicReview.remove,
    postpone: publicReview.postpone,
    published: publicReview.published,
  },
  agreement: { showTerms: agreement.showTerms, downloadTerms: agreement.downloadTerms, decide: agreement.decide },
  kyc: {
    kycState: kyc.kycState,
    form: kyc.form,
    saveItem: kyc.saveItem,
    addDocument: kyc.addDocument,
    listDocuments: kyc.listDocuments,
    removeDocument: kyc.removeDocument,
    addPerson: kyc.addPerson,
    editPerson: kyc.editPerson,
    removePerson: kyc.removePerson,
    invitePerson: kyc.invitePerson,
    submit: kyc.submit,
    receiveEvent: kycEvent.receiveEvent,
  },
  kycPerson: {
    show: kycPerson.show,
    saveItem: kycPerson.saveItem,
    addDocument: kycPerson.addDocument,
    removeDocument: kycPerson.removeDocument,
    submit: kycPerson.submit,
  },
  memberCheck: { show: memberCheck.show, sendLink: memberCheck.sendLink },
  closure: {
    show: closure.show,
    request: closure.request,
    setExitAccount: closure.setExitAccount,
    withdraw: closure.withdraw,
  },
  accountStatus: { reactivate: accountStatus.reactivate },
  help: {
    show: help.show,
    sendMessage: help.sendMessage,
    lastMessage: help.lastMessage,
    showFreeze: help.showFreeze,
    freeze: help.freeze,
    unfreeze: help.unfreeze,
  },
  bankAccount: {
    list: bankAccount.list,
    balance: bankAccount.balance,
    count: bankAccount.count,
    currentView: bankAccount.currentView,
    setCurrentView: bankAccount.setCurrentView,
  },
  wallet: {
    currencyNames: wallet.currencyNames,
    currenciesToOpen: wallet.currenciesToOpen,
    open: wallet.open,
    update: wallet.update,
    close: wallet.close,
    list: wallet.list,
    activeCurrencies: wallet.activeCurrencies,
  },
  upgrade: {
    readiness: upgrade.readiness,
    request: upgrade.request,
    workQueue: upgrade.workQueue,
    clear: upgrade.clear,
    refuse: upgrade.refuse,
  },
  bankDirectory: { find: bankDirectory.find, findByIdentifier: bankDirectory.findByIdentifier },
  payee: {
    list: payee.list,
    view: payee.view,
    add: payee.add,
    edit: payee.edit,
    setFavourite: payee.setFavourite,
    remove: payee.remove,
    nameCheckPolicy: nameCheckPolicy.show,
    setNameCheckPolicy: nameCheckPolicy.set,
    checkName: payee.checkName,
    requirements: payee.requirements,
    usableGbp: payeeUsable.usableGbp,
    usableEur: payeeUsable.usableEur,
    usableSwt: payeeUsable.usableSwt,
  },
  payeeReview: { list: payeeReview.list, release: payeeReview.release, stop: payeeReview.stop },
  payment: {
    sendGbp: domestic.sendGbp,
    sendEur: domestic.sendEur,
    sendThb: domestic.sendThb,
    sendIfxGbp: domestic.sendIfxGbp,
    sendIfxEur: domestic.sendIfxEur,
    sendPendingDomestic: domestic.sendPendingDomestic,
    price: payment.price,
    listFreeTransfers: payment.listFreeTransfers,
    list: paymentList.list,
    pendingDomestic: paymentList.pendingDomestic,
    pendingSwift: paymentList.pendingSwift,
    domesticDetail: payment.domesticDetail,
    cancel: paymentActions.cancel,
    recall: paymentActions.recall,
    prefill: paymentActions.prefill,
  },
  bulkPayment: {
    list: bulkPayment.list,
    upload: bulkPayment.upload,
    view: bulkPayment.view,
    rows: bulkPayment.rows,
    correct: bulkPayment.correct,
    acceptName: bulkPayment.acceptName,
    confirmRow: bulkPayment.confirmRow,
    excludeRow: bulkPayment.excludeRow,
    addPayees: bulkPayment.addPayees,
    quote: bulkPayment.quote,
    release: bulkPayment.release,
    template: bulkPayment.template,
    faultReport: bulkPayment.faultReport,
  },
  instantPayment: {
    aspsps: instantPayment.aspsps,
    start: instantPayment.start,
    list: instantPayment.list,
    view: instantPayment.view,
    callback: instantPayment.callback,
    callbackSignedOut: instantPayment.callbackSignedOut,
  },
  globalPayment: {
    sendSame: globalPayment.sendSame,
    sendCross: globalPayment.sendCross,
    sendCrossAtRate: internationalAtRate.sendCrossAtRate,
    sendPending: globalPayment.sendPending,
    isActive: globalPayment.isActive,
    price: globalPayment.price,
    detail: globalPayment.detail,
    tracking: globalPayment.tracking,
    currencies: swiftCurrency.list,
  },
  autoFx: {
    list: autoFx.list,
    place: autoFx.place,
    edit: autoFx.edit,
    pause: autoFx.pause,
    resume: autoFx.resume,
    cancel: autoFx.cancel,
  },
  standingOrder: {
    list: standingOrder.list,
    preview: standingPreview.preview,
    view: standingOrder.view,
    history: standingOrder.history,
    create: standingOrder.create,
    edit: standingOrder.edit,
    editNext: standingOrder.editNext,
    pause: standingOrder.pause,
    resume: standingOrder.resume,
    skip: standingOrder.skip,
    cancel: standingOrder.cancel,
    payHeld: standingOrderDecision.payHeld,
  },
  rateAlert: { list: rateAlert.list, add: rateAlert.add, edit: rateAlert.edit, remove: rateAlert.remove },
  manualFx: {
    list: manualFx.list,
    request: manualFx.request,
    accept: manualFx.accept,
    decline: manualFx.decline,
    withdraw: manualFx.withdraw,
    workQueue: manualFx.workQueue,
    assign: manualFx.assign,
    preview: manualFx.preview,
    quote: manualFx.quote,
    approve: manualFx.approve,
    markUnable: manualFx.markUnable,
    book: manualFx.book,
  },
  fx: { quote: fx.quote, convert: fx.convert },
  ownTransfer: { create: ownTransfer.create },
  memberTransfer: { findRecipient: memberTransfer.findRecipient, send: memberTransfer.send },
  favourite: {
    list: favourite.list,
    listMembers: favourite.listMembers,
    create: favourite.create,
    update: favourite.update,
    reorder: favourite.reorder,
    remove: favourite.remove,
    prepare: favourite.prepare,
  },
  treasury: { show: treasury.show, cover: treasury.cover },
  rail: { receiveEvent: rail.receiveEvent },
  rate: { chart: rate.chart, latest: rate.latest, issueToken: rate.issueToken },
  document: {
    listDomestic: document.listDomestic,
    addDomestic: document.addDomestic,
    listSwift: document.listSwift,
    addSwift: document.addSwift,
    listUnattached: document.listUnattached,
    addUnattached: document.addUnattached,
    download: document.download,
    workQueue: document.workQueue,
    downloadForStaff: document.downloadForStaff,
    accept: document.accept,
    refuse: document.refuse,
  },
  review: {
    questions: review.questions,
    answer: review.answer,
    list: reviewQueue.list,
    today: review.today,
    show: reviewCase.show,
    takeNext: reviewQueue.takeNext,
    take: reviewQueue.take,
    handBack: reviewQueue.handBack,
    give: reviewQueue.give,
    look: reviewCase.look,
    escalate: reviewCase.escalate,
    release: review.release,
    refuse: review.refuse,
    settle: review.settle,
    requestInformation: review.requestInformation,
    placeFraudHold: review.placeFraudHold,
  },
  tariff: { show: tariff.show },
  receipt: { show: receipt.show },
  approval: {
    rules: approval.rules,
    saveRule: approval.saveRule,
    retireRule: approval.retireRule,
    list: approval.list,
    count: approval.count,
    show: approval.show,
    approve: approval.approve,
    reject: approval.reject,
    recall: approval.recall,
  },
  search: { find: search.find },
  statement: {
    statement: statement.statement,
    walletStatement: statement.walletStatement,
    search: statement.search,
    activity: statement.activity,
    previewExport: statementExport.previewExport,
    createExport: statementExport.createExport,
    listExports: statementExport.listExports,
    walletExportPdf: statementExport.walletExportPdf,
    walletExport: statementExport.walletExport,
    accountExport: statementExport.accountExport,
    downloadExport: statementExport.downloadExport,
    showSubscription: statementSubscription.showSubscription,
    subscribe: statementSubscription.subscribe,
    unsubscribe: statementSubscription.unsubscribe,
    showClosingPack: closingPack.showClosingPack,
    requestClosingPack: closingPack.requestClosingPack,
  },
  notification: { list: notification.list, count: notification.count, markRead: notification.markRead },
  ...identityContract,
  ...cardContract,
  ...staffContract,
};
export type Contract = typeof contract;

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap(
  (noun) => Object.values(noun) as Endpoint[],
);
