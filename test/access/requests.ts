import { randomUUID } from 'node:crypto';
import { dayAhead } from '../fixtures/days.ts';
import { pdf } from '../fixtures/sample-files.ts';
import type { Objects } from './scene.ts';

/** A token that authorises nothing: access is checked before it. */
const authorisation = 'no authorisation at all';
const file = () => new File([new Uint8Array(pdf(`(${randomUUID()})`))], 'invoice.pdf', { type: 'application/pdf' });

function dayIn(days: number): string {
  return dayAhead(days);
}

const payment = ({ account, payee, draft }: Objects, currency: string) => ({
  sourceBankholderId: account,
  payeeUid: payee,
  payeeVersion: 1,
  draftUid: draft,
  amount: '5.00',
  currency,
  fee: '0.50',
  reference: 'Invoice',
  authorisation,
});
const abroad = ({ account, swiftPayee }: Objects) => ({
  sourceBankholderId: account,
  payeeUid: swiftPayee,
  payeeVersion: 1,
  amount: '5.00',
  currency: 'GBP',
  fee: '5.00',
  reference: 'Invoice',
  chargeType: 'SHA',
  authorisation,
});
const cardLimits = { perPayment: '100.00', daily: '200.00', monthly: '500.00' };
const rsaKey = { kty: 'RSA', n: 'A'.repeat(342), e: 'AQAB' };
const standingOrderTerms = ({ account, payee }: Objects) => ({
  sourceBankholderId: account,
  payeeUid: payee,
  payeeVersion: 1,
  amount: '25.00',
  currency: 'GBP',
  reference: 'Rent',
  frequency: 'monthly',
  startDate: dayIn(20),
  end: { kind: 'never' },
  nonWorkingDay: 'next',
  warnDaysBefore: 1,
});
const autoFxTerms = ({ account, foreignCurrencyAccount }: Objects) => ({
  type: 'limit',
  sourceBankholderId: account,
  targetBankholderId: foreignCurrencyAccount,
  sell: 'GBP',
  buy: 'THB',
  amountMode: 'fixed_sell',
  amount: '500.00',
  floor: null,
  targetRate: '43.5000',
  targetBase: null,
  maxSlippagePct: '0.75',
  reserve: false,
  validUntil: null,
  startsAt: null,
  repeat: 'none',
  offHours: 'hold',
  afterFill: null,
});
const payeeForm = { entityType: 'company', name: 'Northgate Lettings Ltd', details: { sortCode: '089999' } };

const period = { from: '2026-10-01', to: '2026-10-31' };

const director = () => ({
  name: 'Iris Quennell',
  email: `${randomUUID()}@larkmere.example`,
  isDirector: true,
  sharePercent: 0,
});

const favourite = { label: 'Lunch', icon: 'food', amount: '5.00', reference: null };

/** What calls that name objects are sent. Other calls get an empty input: access is checked before it is read. */
export const inputs: Readonly<Record<string, (own: Objects) => Record<string, unknown>>> = {
  'POST /v1/walletaccount/upgrade-plus': () => ({ agreed: true }),
  'GET /v1/bankaccount/balance/{bankholderid}': ({ account }) => ({ bankholderid: account }),
  'POST /v1/bankaccount/currentview': ({ account }) => ({ bankholderid: account }),
  'GET /v1/bankaccount/{bankholderid}/statement': ({ account }) => ({ bankholderid: account }),
  'POST /v1/statement/export': ({ account }) => ({ accounts: [account], ...period, format: 'csv', authorisation }),
  'POST /v1/statement/closing-pack': () => ({ authorisation }),
  'PUT /v1/statement/subscription': ({ account }) => ({ accounts: [account], format: 'pdf' }),
  'GET /v1/statement/export/preview': ({ account }) => ({ accounts: account, ...period, format: 'csv' }),
  'GET /v1/statement/export/{uid}/file': ({ statementExport: uid }) => ({ uid }),
  'GET /v1/bankaccount/{bankholderid}/statement/export/{format}': ({ account }) => ({
    bankholderid: account,
    format: 'csv',
    ...period,
  }),
  'GET /v1/wallet/{id}/statement/export/pdf': ({ walletAccount: id }) => ({ id, ...period }),
  'GET /v1/wallet/{id}/statement/export/{format}': ({ walletAccount: id }) => ({ id, format: 'ofx', ...period }),

  'PUT /v1/walletaccount/kyc/item/{key}': () => ({ key: 'source_of_funds', answers: {} }),
  'POST /v1/walletaccount/kyc/item/{key}/document': () => ({ key: 'source_of_funds', file: file() }),
  'GET /v1/walletaccount/kyc/item/{key}/document': () => ({ key: 'source_of_funds' }),
  'DELETE /v1/walletaccount/kyc/document/{uid}': ({ identityDocument: uid }) => ({ uid }),
  'POST /v1/walletaccount/kyc/person': () => director(),
  'PUT /v1/walletaccount/kyc/person/{uid}': ({ identityPerson: uid }) => ({ uid, ...director() }),
  'DELETE /v1/walletaccount/kyc/person/{uid}': ({ identityPerson: uid }) => ({ uid }),
  'POST /v1/walletaccount/kyc/person/{uid}/invite': ({ identityPerson: uid }) => ({ uid }),

  'PUT /v1/second-factor/passkey/{uid}': ({ passkey: uid }) => ({ uid, name: 'Kitchen laptop' }),
  'DELETE /v1/second-factor/{uid}': ({ passkey: uid }) => ({ uid, authorisation }),

  'GET /v1/user/{id}/lists': ({ customer: id }) => ({ id }),
  'POST /v1/access-request/{uid}/approve': ({ accessRequest: uid }) => ({ uid, digest: '1'.repeat(64), authorisation }),
  'POST /v1/access-request/{uid}/refuse': ({ accessRequest: uid }) => ({ uid }),
  'GET /v1/user/{id}': ({ user: id }) => ({ id }),
  'PUT /v1/user/{id}': ({ user: id }) => ({
    id,
    version: 1,
    role: 'viewer',
    accounts: null,
    limits: { perPayment: null, daily: null, currency: 'GBP' },
    state: 'active',
    authorisation,
  }),
  'DELETE /v1/user/{id}': ({ user: id }) => ({ id, version: 1, reason: 'left', authorisation }),
  'POST /v1/user/{id}/resetpin': ({ user: id }) => ({ id, authorisation }),
  'POST /v1/user/{id}/resendinvitation': ({ user: id }) => ({ id }),

  'GET /v1/payee/{uid}': ({ payee }) => ({ uid: payee }),
  'PUT /v1/payee/{uid}': ({ payee }) => ({ uid: payee, version: 1, ...payeeForm }),
  'PUT /v1/payee/{uid}/favourite': ({ payee }) => ({ uid: payee, favourite: true }),
  'DELETE /v1/payee/{uid}': ({ removablePayee }) => ({ uid: removablePayee }),

  'GET /v1/payment/list': ({ account }) => ({ bankholderid: account }),
  'GET /v1/payment/price': ({ account, payee }) => ({
    sourceBankholderId: account,
    payeeUid: payee,
    amount: '5.00',
    currency: 'GBP',
  }),
  'POST /v1/payment/GBP': (own) => ({ ...payment(own, 'GBP'), documents: [own.unattachedDocument] }),
  'POST /v1/payment/EUR': (own) => payment(own, 'EUR'),
  'POST /v1/payment/THB': (own) => payment(own, 'THB'),
  'POST /v1/payment/IFX/GBP': (own) => payment(own, 'GBP'),
  'POST /v1/payment/IFX/EUR': (own) => payment(own, 'EUR'),
  'POST /v1/payment/pending-domestic': (own) => payment(own, 'GBP'),
  'GET /v1/payment/pending-domestic/{id}': ({ payment: id }) => ({ id }),
  'GET /v1/payment/pending-domestic/{id}/repeat': ({ payment: id }) => ({ id }),
  'POST /v1/payment/pending-domestic/{id}/cancel': ({ payment: id }) => ({ id }),
  'POST /v1/payment/pending-domestic/{id}/recall': ({ payment: id }) => ({ id, reason: 'duplicate' }),
  'GET /v1/payment/pending-domestic/{id}/documents': ({ payment: id }) => ({ id }),
  'POST /v1/payment/pending-domestic/{id}/documents': ({ payment: id }) => ({ id, type: 'invoice', file: file() }),
  'GET /v1/payment/pending-domestic/{id}/questions': ({ payment: id }) => ({ id }),
  'POST /v1/payment/pending-domestic/{id}/answers': ({ payment: id, question }) => ({
    id,
    request: question,
    answers: [],
  }),
  'GET /v1/payment/pdf/{id}': ({ payment: id }) => ({ id }),
  'GET /v1/document/{uid}/file': ({ document }) => ({ uid: document }),

  'GET /v1/payment/pending-swift/{id}': ({ swiftPayment: id }) => ({ id }),
  'GET /v1/payment/pending-swift/{id}/tracking': ({ swiftPayment: id }) => ({ id }),
  'GET /v1/payment/pending-swift/{id}/documents': ({ swiftPayment: id }) => ({ id }),
  'POST /v1/payment/pending-swift/{id}/documents': ({ swiftPayment: id }) => ({ id, type: 'invoice', file: file() }),
  'GET /v1/payment/global/price': ({ account, swiftPayee }) => ({
    sourceBankholderId: account,
    payeeUid: swiftPayee,
    amount: '5.00',
    currency: 'GBP',
    chargeType: 'SHA',
  }),
  'POST /v1/payment/global/samecurrency': (own) => ({ ...abroad(own), route: 'swift' }),
  'POST /v1/payment/pending-swift': (own) => ({ ...abroad(own), route: 'swift' }),
  'POST /v1/payment/global/crosscurrency': (own) => ({ ...abroad(own), currency: 'EUR', rate: '1.14' }),
  'POST /v2/payment/global/crosscurrency': ({ quote, ...own }) => {
    const { amount: _amount, currency: _currency, ...terms } = abroad({ quote, ...own });
    return { ...terms, quoteId: quote };
  },

  'GET /v1/payment/bulk/{uid}': ({ file: uid }) => ({ uid }),
  'GET /v1/payment/bulk/{uid}/rows': ({ file: uid }) => ({ uid }),
  'GET /v1/payment/bulk/{uid}/faults': ({ file: uid }) => ({ uid }),
  'PUT /v1/payment/bulk/{uid}/rows/{number}': ({ file: uid }) => ({ uid, number: 2, values: { name: 'Anna' } }),
  'POST /v1/payment/bulk/{uid}/rows/{number}/accept-name': ({ file: uid }) => ({
    uid,
    number: 2,
    reason: 'It is known to us.',
  }),
  'POST /v1/payment/bulk/{uid}/rows/{number}/confirm': ({ file: uid }) => ({
    uid,
    number: 2,
    questions: ['duplicate'],
  }),
  'POST /v1/payment/bulk/{uid}/rows/{number}/leave-out': ({ file: uid }) => ({ uid, number: 2 }),
  'POST /v1/payment/bulk/{uid}/payees': ({ file: uid }) => ({ uid, digest: '0'.repeat(64) }),
  'POST /v1/payment/bulk/{uid}/quote': ({ file: uid, account }) => ({
    uid,
    currency: 'EUR',
    sourceBankholderId: account,
  }),
  'POST /v1/payment/bulk/{uid}/release': ({ file: uid, account }) => ({
    uid,
    digest: '0'.repeat(64),
    totals: [{ currency: 'GBP', count: 1, amount: '25.00', maxFee: '0.50', sourceBankholderId: account }],
    authorisation,
  }),

  'GET /v1/bankaccount/pis/payment/{id}': ({ instantPayment: id }) => ({ id }),
  'POST /v1/bankaccount/pis/callback': () => ({ state: 'forged' }),

  'GET /v1/standing-order/{uid}': ({ standingOrder: uid }) => ({ uid }),
  'GET /v1/standing-order/{uid}/history': ({ standingOrder: uid }) => ({ uid }),
  'POST /v1/standing-order': (own) => ({ terms: standingOrderTerms(own), authorisation }),
  'PUT /v1/standing-order/{uid}': (own) => ({
    uid: own.standingOrder,
    version: 1,
    terms: standingOrderTerms(own),
    authorisation,
  }),
  'PUT /v1/standing-order/{uid}/next': ({ standingOrder: uid }) => ({
    uid,
    version: 1,
    day: dayIn(20),
    payDay: dayIn(20),
    amount: '5.00',
    reference: 'Rent',
    authorisation,
  }),
  'POST /v1/standing-order/{uid}/pause': ({ standingOrder: uid }) => ({ uid }),
  'POST /v1/standing-order/{uid}/resume': ({ standingOrder: uid }) => ({ uid }),
  'POST /v1/standing-order/{uid}/skip': ({ standingOrder: uid }) => ({ uid, day: dayIn(20) }),
  'POST /v1/standing-order/{uid}/pay-held': ({ standingOrder: uid, quote }) => ({
    uid,
    day: dayIn(20),
    quoteId: quote,
    fee: '0.50',
    authorisation,
  }),
  'DELETE /v1/standing-order/{uid}': ({ standingOrder: uid }) => ({ uid }),

  'POST /v1/auto-fx': (own) => ({ terms: autoFxTerms(own), authorisation }),
  'PUT /v1/auto-fx/{uid}': (own) => ({
    uid: own.autoFxOrder,
    version: 1,
    terms: autoFxTerms(own),
    authorisation,
  }),
  'POST /v1/auto-fx/{uid}/pause': ({ autoFxOrder: uid }) => ({ uid }),
  'POST /v1/auto-fx/{uid}/resume': ({ autoFxOrder: uid }) => ({ uid }),
  'DELETE /v1/auto-fx/{uid}': ({ autoFxOrder: uid }) => ({ uid }),
  'POST /v1/request/delete/user': () => ({
    reason: 'other',
    confirmPhrase: 'not the member code',
    password: 'no password at all',
  }),
  'PUT /v1/request/delete/user': ({ payee: exitPayeeUid }) => ({ exitPayeeUid }),
  'PUT /v1/device/{uid}': ({ device: uid }) => ({ uid, name: 'Laptop' }),
  'POST /v1/device/{uid}/trust': ({ device: uid }) => ({ uid, authorisation }),
  'POST /v1/device/{uid}/distrust': ({ device: uid }) => ({ uid }),
  'POST /v1/device/{uid}/confirm': ({ device: uid }) => ({ uid }),
  'DELETE /v1/device/{uid}': ({ device: uid }) => ({ uid }),
  'POST /v1/device/{uid}/not-me': ({ device: uid }) => ({ uid }),
  'PUT /v1/rate-alert/{uid}': ({ alert: uid }) => ({ uid, targetRate: '44.0' }),
  'DELETE /v1/rate-alert/{uid}': ({ removableAlert: uid }) => ({ uid }),
  'POST /v1/manual-fx': ({ account, foreignCurrencyAccount }) => ({
    sourceBankholderId: account,
    targetBankholderId: foreignCurrencyAccount,
    sell: 'GBP',
    buy: 'THB',
    side: 'sell',
    amount: '800.00',
    valueDate: 'today',
    instruction: 'market',
    targetRate: null,
    comment: null,
    callbackPhone: null,
  }),
  'POST /v1/manual-fx/{uid}/accept': ({ deal: uid }) => ({ uid, number: 1, authorisation }),
  'POST /v1/manual-fx/{uid}/decline': ({ deal: uid }) => ({ uid }),
  'POST /v1/manual-fx/{uid}/withdraw': ({ deal: uid }) => ({ uid }),
  'POST /v1/payment/fxrate': ({ payee }) => ({
    sell: 'GBP',
    buy: 'THB',
    side: 'sell',
    amount: '10.00',
    payeeUid: payee,
  }),
  'POST /v1/fx/convert': ({ quote, account, foreignCurrencyAccount }) => ({
    quoteId: quote,
    sourceBankholderId: account,
    targetBankholderId: foreignCurrencyAccount,
    authorisation,
  }),
  'POST /v1/transfer': ({ account, foreignCurrencyAccount }) => ({
    sourceBankholderId: account,
    targetBankholderId: foreignCurrencyAccount,
    amount: '5.00',
    currency: 'GBP',
    authorisation,
  }),

  'GET /v1/introducer-partner/statement/{uid}/{format}': ({ partnerStatement: uid }) => ({ uid, format: 'csv' }),
  'POST /v1/referral/{uid}/remind': ({ invitedFriend: uid }) => ({ uid }),
  'POST /v1/referral/{uid}/appeal': ({ referral: uid }) => ({ uid, text: 'We only live in the same house.' }),
  'POST /v1/letter': ({ account }) => ({ kind: 'account_ownership', accounts: [account] }),
  'POST /v1/letter/exchange': ({ conversion: uid }) => ({ uid }),
  'GET /v1/letter/{uid}/pdf': ({ letter: uid }) => ({ uid }),
  'GET /v1/wallet/{id}/statement': ({ walletAccount: id }) => ({ id }),
  'PUT /v1/wallet/{uid}': ({ wallet: uid }) => ({ uid, nickname: 'Trips' }),
  'DELETE /v1/wallet/{uid}': ({ wallet: uid }) => ({ uid }),
  'POST /v1/wallet/favorite': ({ memberTransfer: transferUid }) => ({
    ...favourite,
    currency: 'EUR',
    transferUid,
  }),
  'PUT /v1/wallet/favorite/order': ({ favourite: uid }) => ({ uids: [uid] }),
  'PUT /v1/wallet/favorite/{uid}': ({ favourite: uid }) => ({ uid, version: 1, ...favourite }),
  'DELETE /v1/wallet/favorite/{uid}': ({ removableFavourite: uid }) => ({ uid }),
  'POST /v1/wallet/favorite/{uid}/prepare': ({ favourite: uid }) => ({ uid }),
  'POST /v1/wallet/send': ({ account }) => ({
    lookupId: randomUUID(),
    sourceBankholderId: account,
    amount: '5.00',
    currency: 'GBP',
    authorisation,
  }),

  'DELETE /v1/wallet/card/{id}': ({ savedCard: id }) => ({ id }),
  'GET /v1/binlookup': () => ({ bincode: '424242' }),
  'POST /v1/wallet/topup': ({ walletAccount, savedCard }) => ({
    bankholderid: walletAccount,
    cardId: savedCard,
    amount: '20.00',
    currency: 'EUR',
    fee: '0.16',
  }),
  'GET /v1/wallet/topup/{id}': ({ topUp: id }) => ({ id }),
  'POST /v1/wallet/topup/{id}/cancel': ({ topUp: id }) => ({ id }),

  'POST /v1/help/message': ({ payment: paymentUid }) => ({
    kind: 'message',
    topic: 'payment',
    paymentUid,
    text: 'Where is it?',
  }),
  'POST /v1/help/unfreeze': () => ({ authorisation }),

  'GET /v1/card/{id}': ({ issuedCard: id }) => ({ id }),
  'POST /v1/card/order': ({ account, cardPerson }) => ({
    bankholderid: account,
    format: 'virtual',
    holder: cardPerson,
    embossedName: 'ANONG SRISUK',
    design: 'mere',
    phone: '+442079460018',
    limits: cardLimits,
    fee: '0.00',
    authorisation,
  }),
  'POST /v1/card/{id}/activate': ({ issuedCard: id }) => ({ id, code: '123456' }),
  'POST /v1/card/{id}/freeze': ({ issuedCard: id }) => ({ id }),
  'POST /v1/card/{id}/unfreeze': ({ issuedCard: id }) => ({ id }),
  'POST /v1/card/{id}/block': ({ issuedCard: id }) => ({ id, reason: 'lost' }),
  'PUT /v1/card/{id}/limits': ({ issuedCard: id }) => ({ id, ...cardLimits }),
  'PUT /v1/card/{id}/switch': ({ issuedCard: id }) => ({ id, switch: 'online', isOn: false }),
  'POST /v1/card/{id}/reveal': ({ issuedCard: id }) => ({ id, what: 'details', publicKey: rsaKey, authorisation }),
  'POST /v1/card/{id}/pin': ({ issuedCard: id }) => ({
    id,
    keyId: 'pin-1',
    encryptedPin: `${'A'.repeat(342)}==`,
    authorisation,
  }),
  'PUT /v1/card-person/{uid}': ({ cardPerson: uid }) => ({
    uid,
    currency: 'GBP',
    ...cardLimits,
    version: 0,
    authorisation,
  }),

  'GET /v1/card/{cardId}/payment/list': ({ issuedCard: cardId }) => ({ cardId }),
  'GET /v1/card/{cardId}/usage': ({ issuedCard: cardId }) => ({ cardId }),
  'GET /v1/card-payment/{id}': ({ cardPayment: id }) => ({ id }),
  'POST /v1/card-payment/{id}/document': ({ cardPayment: id }) => ({
    id,
    purpose: 'receipt',
    file: file(),
  }),
  'GET /v1/card-document/{uid}/file': ({ cardDocument: uid }) => ({ uid }),
  'DELETE /v1/card-document/{uid}': ({ cardDocument: uid }) => ({ uid }),
  'POST /v1/card-payment/{id}/dispute': ({ cardPayment: id }) => ({
    id,
    reason: 'not_recognised',
    note: 'Nobody here was at this shop.',
  }),
  'POST /v1/card-payment/{id}/dispute/evidence': ({ cardPayment: id }) => ({ id }),

  'POST /v1/team-approval/rule/{uid}/retire': ({ rule: uid }) => ({ uid, authorisation }),
  'GET /v1/team-approval/{uid}': ({ request: uid }) => ({ uid }),
  'POST /v1/team-approval/{uid}/approve': ({ request: uid }) => ({ uid, digest: '1'.repeat(64), authorisation }),
  'POST /v1/team-approval/{uid}/reject': ({ request: uid }) => ({ uid, note: 'No.' }),
  'POST /v1/team-approval/{uid}/recall': ({ request: uid }) => ({ uid }),
};
