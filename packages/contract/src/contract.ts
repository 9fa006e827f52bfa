import * as autoFx from './auto-fx.ts';
import * as bankAccount from './bank-account.ts';
import * as bankDirectory from './bank-directory.ts';
import * as bulkPayment from './bulk-payment.ts';
import * as compensation from './compensation.ts';
import * as country from './country.ts';
import * as customer from './customer.ts';
import * as document from './document.ts';
import type { Endpoint } from './endpoint.ts';
import * as finding from './finding.ts';
import * as fx from './fx.ts';
import * as globalAtRate from './global-at-rate.ts';
import * as globalPayment from './global-payment.ts';
import * as instantPayment from './instant-payment.ts';
import * as madePayment from './made-payment.ts';
import * as manage from './manage.ts';
import * as manualFx from './manual-fx.ts';
import * as notification from './notification.ts';
import * as payee from './payee.ts';
import * as payeeNamePolicy from './payee-name-policy.ts';
import * as payeeReview from './payee-review.ts';
import * as payeeUsable from './payee-usable.ts';
import * as payment from './payment.ts';
import * as paymentList from './payment-list.ts';
import * as pin from './pin.ts';
import * as position from './position.ts';
import * as rail from './rail.ts';
import * as rate from './rate.ts';
import * as rateAlert from './rate-alert.ts';
import * as receipt from './receipt.ts';
import * as review from './review.ts';
import * as sending from './send-payment.ts';
import * as session from './session.ts';
import * as standingOrder from './standing-order.ts';
import * as standingAnswer from './standing-order-answer.ts';
import * as standingPreview from './standing-order-preview.ts';
import * as statement from './statement.ts';
import * as swiftCurrency from './swift-currency.ts';
import * as teamApproval from './team-approval.ts';
import * as transfer from './transfer.ts';
import * as upgrade from './upgrade.ts';
import * as wallet from './wallet.ts';

/** Every endpoint by noun and verb. The server binds these and the browser calls these; there are no others. */
export const contract = {
  session: {
    current: session.current,
    login: session.login,
    logout: session.logout,
    touch: session.touch,
    captcha: session.captcha,
    ticket: session.ticket,
  },
  country: { list: country.list },
  customer: { kycState: customer.kycState },
  pin: {
    state: pin.state,
    create: pin.create,
    update: pin.update,
    verify: pin.verify,
    log: pin.log,
    resetState: pin.resetState,
    reset: pin.reset,
  },
  bankAccount: {
    list: bankAccount.list,
    balance: bankAccount.balance,
    count: bankAccount.count,
    currentView: bankAccount.currentView,
    chooseView: bankAccount.chooseView,
  },
  wallet: { list: wallet.list, activeCurrencies: wallet.activeCurrencies },
  upgrade: {
    readiness: upgrade.readiness,
    ask: upgrade.ask,
    board: upgrade.board,
    clear: upgrade.clear,
    refuse: upgrade.refuse,
  },
  bankDirectory: { find: bankDirectory.find, bankOf: bankDirectory.bankOf },
  payee: {
    list: payee.list,
    view: payee.view,
    add: payee.add,
    edit: payee.edit,
    star: payee.star,
    remove: payee.remove,
    namePolicy: payeeNamePolicy.show,
    setNamePolicy: payeeNamePolicy.set,
    checkName: payee.checkName,
    requirements: payee.requirements,
    usableGbp: payeeUsable.gbp,
    usableEur: payeeUsable.eur,
    usableSwt: payeeUsable.swt,
  },
  payeeReview: { list: payeeReview.list, release: payeeReview.release, stop: payeeReview.stop },
  payment: {
    sendGbp: sending.sendGbp,
    sendEur: sending.sendEur,
    sendThb: sending.sendThb,
    sendIfxGbp: sending.sendIfxGbp,
    sendIfxEur: sending.sendIfxEur,
    sendPendingDomestic: sending.sendPendingDomestic,
    price: payment.price,
    freeTrades: payment.freeTrades,
    pendingDomestic: paymentList.pendingDomestic,
    pendingSwift: paymentList.pendingSwift,
    domesticDetail: payment.domesticDetail,
    cancel: madePayment.cancel,
    recall: madePayment.recall,
    repeat: madePayment.repeat,
  },
  bulkPayment: {
    list: bulkPayment.list,
    upload: bulkPayment.upload,
    view: bulkPayment.view,
    rows: bulkPayment.rows,
    correct: bulkPayment.correct,
    acceptName: bulkPayment.acceptName,
    leaveOut: bulkPayment.leaveOut,
    release: bulkPayment.release,
    template: bulkPayment.template,
    faults: bulkPayment.faults,
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
    sendCrossAtRate: globalAtRate.sendCrossAtRate,
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
    payHeld: standingAnswer.payHeld,
  },
  rateAlert: { list: rateAlert.list, add: rateAlert.add, edit: rateAlert.edit, remove: rateAlert.remove },
  manualFx: {
    list: manualFx.list,
    request: manualFx.request,
    accept: manualFx.accept,
    decline: manualFx.decline,
    withdraw: manualFx.withdraw,
    board: manualFx.board,
    assign: manualFx.assign,
    quote: manualFx.quote,
    approve: manualFx.approve,
    unable: manualFx.unable,
    book: manualFx.book,
  },
  fx: { quote: fx.quote, convert: fx.convert },
  transfer: { make: transfer.make },
  position: { show: position.show, cover: position.cover },
  rail: { receiveEvent: rail.receiveEvent },
  rate: { chart: rate.chart, latest: rate.latest, pass: rate.pass },
  document: {
    listDomestic: document.listDomestic,
    addDomestic: document.addDomestic,
    listSwift: document.listSwift,
    addSwift: document.addSwift,
    listAhead: document.listAhead,
    addAhead: document.addAhead,
    open: document.open,
    board: document.board,
    show: document.show,
    accept: document.accept,
    refuse: document.refuse,
  },
  finding: { list: finding.list, clear: finding.clear, confirm: finding.confirm },
  review: {
    questions: review.questions,
    answer: review.answer,
    board: review.board,
    release: review.release,
    refuse: review.refuse,
    settle: review.settle,
    ask: review.ask,
    suspect: review.suspect,
  },
  compensation: {
    list: compensation.list,
    propose: compensation.propose,
    approve: compensation.approve,
    refuse: compensation.refuse,
    proposeReversal: compensation.proposeReversal,
    approveReversal: compensation.approveReversal,
    refuseReversal: compensation.refuseReversal,
  },
  receipt: { show: receipt.show },
  teamApproval: {
    rules: teamApproval.rules,
    saveRule: teamApproval.saveRule,
    retireRule: teamApproval.retireRule,
    list: teamApproval.list,
    count: teamApproval.count,
    show: teamApproval.show,
    approve: teamApproval.approve,
    reject: teamApproval.reject,
    recall: teamApproval.recall,
  },
  statement: { statement: statement.statement, search: statement.search, activity: statement.activity },
  notification: { list: notification.list, count: notification.count, markRead: notification.markRead },
  manage: {
    current: manage.current,
    login: manage.login,
    logout: manage.logout,
    qrcode: manage.qrcode,
    dashboard: manage.dashboard,
  },
};
export type Contract = typeof contract;

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap(
  (noun) => Object.values(noun) as Endpoint[],
);
