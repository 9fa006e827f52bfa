import type { AccessKey } from '@larkmere/contract/platform/access';

/** What every role may do, written from the specification (B14) and not from the code. */
export const roles = ['owner', 'admin', 'payer', 'maker', 'approver', 'accountant', 'viewer', 'cardholder'] as const;
export type Role = (typeof roles)[number];

const everybody: readonly Role[] = roles;
const allButCardholders: readonly Role[] = everybody.filter((role) => role !== 'cardholder');
const moneyReaders: readonly Role[] = ['owner', 'admin', 'payer', 'maker', 'approver'];
const moneyMakers: readonly Role[] = ['owner', 'admin', 'payer', 'maker'];
const approvers: readonly Role[] = ['owner', 'admin', 'payer', 'approver'];
const managers: readonly Role[] = ['owner', 'admin'];
const holdersOfCard = everybody.filter((role) => role !== 'viewer');
const cardUsers = everybody.filter((role) => role !== 'viewer' && role !== 'accountant');

/** The flags of B14, by who holds them. */
export const holders: Readonly<Record<AccessKey, readonly Role[]>> = {
  dashboard: everybody,
  // Of cardholders B14 says `own`: the movements of their card. The statement of the accounts is not theirs.
  statement: allButCardholders,
  viewprofile: everybody,
  term: everybody,
  pricetariff: everybody,
  changepassword: everybody,
  updatepin: everybody,
  devicemanage: everybody,
  payment: moneyReaders,
  instant: moneyReaders,
  standingorder: moneyReaders,
  payee: allButCardholders,
  autofx: allButCardholders,
  manualfx: allButCardholders,
  swiftpending: allButCardholders,
  receive: allButCardholders,
  card: holdersOfCard,
  introducer: managers,
  usermanage: managers,
};

export type ObjectKind =
  | 'account'
  | 'foreignCurrencyAccount'
  | 'payment'
  | 'swiftPayment'
  | 'draft'
  | 'payee'
  | 'swiftPayee'
  | 'removablePayee'
  | 'standingOrder'
  | 'autoFxOrder'
  | 'alert'
  | 'removableAlert'
  | 'deal'
  | 'file'
  | 'instantPayment'
  | 'document'
  | 'unattachedDocument'
  | 'question'
  | 'request'
  | 'rule'
  | 'quote'
  | 'device'
  | 'passkey'
  | 'customer'
  | 'identityPerson'
  | 'wallet'
  | 'letter'
  | 'conversion'
  | 'walletAccount'
  | 'favourite'
  | 'removableFavourite'
  | 'memberTransfer'
  | 'identityDocument'
  | 'statementExport'
  | 'savedCard'
  | 'referral'
  | 'partnerStatement'
  | 'invitedFriend'
  | 'topUp'
  | 'issuedCard'
  | 'cardPerson'
  | 'cardPayment'
  | 'cardDocument'
  | 'user'
  | 'accessRequest';

/** Of the customer as a whole: a colleague's is also one's own. */
export const ofCustomer: readonly ObjectKind[] = [
  'payee',
  'swiftPayee',
  'removablePayee',
  'unattachedDocument',
  'rule',
  'customer',
  'user',
  'cardPerson',
  'identityPerson',
  'identityDocument',
  'referral',
  'partnerStatement',
  'invitedFriend',
  'accessRequest',
];
export type Expectation = Readonly<{
  /** Who gets past access. Everybody else is refused with `access_denied`. */
  may: readonly Role[];
  /** Who finds the objects, where that is not the same people: for the others they do not exist. */
  finds?: readonly Role[];
  /** Every object that the call names, by the path of its id in the input. */
  objects?: Readonly<Record<string, ObjectKind>>;
  /** Cannot succeed here, because its id comes from a bank. */
  hasNoOwn?: true;
}>;

const send = { sourceBankholderId: 'account', payeeUid: 'payee', draftUid: 'draft' } as const;
const abroad = { sourceBankholderId: 'account', payeeUid: 'swiftPayee' } as const;
const exchange = { sourceBankholderId: 'account', targetBankholderId: 'foreignCurrencyAccount' } as const;
const order = { 'terms.sourceBankholderId': 'account', 'terms.payeeUid': 'payee' } as const;
const autoFxTerms = {
  'terms.sourceBankholderId': 'account',
  'terms.targetBankholderId': 'foreignCurrencyAccount',
} as const;

export const expectations: Readonly<Record<string, Expectation>> = {
  'POST /v1/logout': { may: everybody },
  'POST /v1/session/touch': { may: everybody },
  'GET /v1/session/customers': { may: everybody },
  'POST /v1/session/customer': { may: everybody },
  'POST /v1/session/ticket': { may: everybody },
  'GET /v1/factor-reset': { may: everybody },
  'POST /v1/factor-reset/cancel': { may: everybody },
  'POST /v1/profile/email': { may: everybody },
  'POST /v1/profile/email/confirm': { may: everybody },
  'POST /v1/profile/phone': { may: everybody },
  'POST /v1/profile/phone/confirm': { may: everybody },
  'GET /v1/profile/contact-recovery': { may: everybody },
  'POST /v1/profile/contact-recovery/stop': { may: everybody },
  'POST /v1/changepassword': { may: everybody },
  'GET /v1/profile': { may: everybody },
  'GET /v1/staff-visit': { may: everybody },
  'PUT /v1/profile': { may: everybody },
  'GET /v1/review': { may: everybody },
  'POST /v1/review': { may: everybody },
  'DELETE /v1/review': { may: everybody },
  'POST /v1/review/later': { may: everybody },
  'POST /v1/agreement': { may: everybody },
  'GET /v1/walletaccount/kyc/state': { may: everybody },
  'GET /v1/walletaccount/kyc/form': { may: managers },
  'PUT /v1/walletaccount/kyc/item/{key}': { may: managers },
  'POST /v1/walletaccount/kyc/item/{key}/document': { may: managers },
  'GET /v1/walletaccount/kyc/item/{key}/document': { may: managers },
  'DELETE /v1/walletaccount/kyc/document/{uid}': { may: managers, objects: { uid: 'identityDocument' } },
  'POST /v1/walletaccount/kyc/person': { may: managers },
  'PUT /v1/walletaccount/kyc/person/{uid}': { may: managers, objects: { uid: 'identityPerson' } },
  'DELETE /v1/walletaccount/kyc/person/{uid}': { may: managers, objects: { uid: 'identityPerson' } },
  'POST /v1/walletaccount/kyc/person/{uid}/invite': { may: managers, objects: { uid: 'identityPerson' } },
  'POST /v1/walletaccount/kyc/submit': { may: managers },
  'POST /v1/customer/reactivate': { may: moneyMakers },
  // Everybody may write; the message here is about a payment, which others do not find.
  'POST /v1/help/message': { may: moneyReaders, finds: moneyReaders, objects: { paymentUid: 'payment' } },
  'GET /v1/help/message': { may: everybody },
  'GET /v1/help/freeze': { may: everybody },
  'POST /v1/help/freeze': { may: cardUsers },
  'POST /v1/help/unfreeze': { may: managers },
  'GET /v1/member-check': { may: everybody },
  'POST /v1/member-check/link': { may: everybody },
  'GET /v1/request/delete/user': { may: everybody },
  'POST /v1/request/delete/user': { may: ['owner'] },
  'PUT /v1/request/delete/user': { may: ['owner'] },
  'POST /v1/request/delete/user/withdraw': { may: ['owner'] },
  'POST /v1/invitation/accept': { may: everybody },
  'GET /v1/user/{id}/lists': { may: managers, objects: { id: 'customer' } },
  'GET /v1/access-request': { may: managers },
  'POST /v1/access-request/{uid}/approve': { may: ['owner'], objects: { uid: 'accessRequest' } },
  'POST /v1/access-request/{uid}/refuse': { may: ['owner'], objects: { uid: 'accessRequest' } },
  'POST /v1/user': { may: managers },
  'GET /v1/user/{id}': { may: managers, objects: { id: 'user' } },
  'PUT /v1/user/{id}': { may: managers, objects: { id: 'user' } },
  'DELETE /v1/user/{id}': { may: managers, objects: { id: 'user' } },
  'POST /v1/user/{id}/resetpin': { may: managers, objects: { id: 'user' } },
  'POST /v1/user/{id}/resendinvitation': { may: managers, objects: { id: 'user' } },
  'GET /v1/device': { may: everybody },
  'PUT /v1/device/{uid}': { may: everybody, objects: { uid: 'device' } },
  'POST /v1/device/{uid}/trust': { may: everybody, objects: { uid: 'device' } },
  'POST /v1/device/{uid}/distrust': { may: everybody, objects: { uid: 'device' } },
  'POST /v1/device/{uid}/confirm': { may: everybody, objects: { uid: 'device' } },
  'DELETE /v1/device/{uid}': { may: everybody, objects: { uid: 'device' } },
  'POST /v1/device/{uid}/not-me': { may: everybody, objects: { uid: 'device' } },
  'GET /v1/second-factor': { may: everybody },
  'POST /v1/second-factor/challenge': { may: everybody },
  'POST /v1/second-factor/passkey/begin': { may: everybody },
  'POST /v1/second-factor/passkey': { may: everybody },
  'PUT /v1/second-factor/passkey/{uid}': { may: everybody, objects: { uid: 'passkey' } },
  'POST /v1/second-factor/totp/begin': { may: everybody },
  'POST /v1/second-factor/totp': { may: everybody },
  'DELETE /v1/second-factor/{uid}': { may: everybody, objects: { uid: 'passkey' } },
  'POST /v1/second-factor/recovery-codes': { may: everybody },
  'GET /v1/pin': { may: everybody },
  'POST /v1/pin': { may: everybody },
  'PUT /v1/pin': { may: everybody },
  'POST /v1/pin/verify': { may: everybody },
  'POST /v1/logs/pin': { may: everybody },
  'GET /v1/customer/resetpin': { may: everybody },
  'POST /v1/pin/reset': { may: everybody },
  'POST /v1/pin/code': { may: everybody },
  'GET /v1/document/tariff': { may: everybody },

  'GET /v1/bankaccount': { may: everybody },
  'GET /v1/bankaccount/balance/{bankholderid}': { may: allButCardholders, objects: { bankholderid: 'account' } },
  'GET /v1/bankaccount/count': { may: everybody },
  'GET /v1/bankaccount/currentview': { may: everybody },
  'POST /v1/bankaccount/currentview': { may: everybody, objects: { bankholderid: 'account' } },
  'GET /v1/bankaccount/{bankholderid}/statement': { may: allButCardholders, objects: { bankholderid: 'account' } },
  'GET /v1/wallet/{id}/statement': { may: allButCardholders, objects: { id: 'walletAccount' } },
  'GET /v1/introducer-partner': { may: managers },
  'GET /v1/introducer-partner/statement/{uid}/{format}': { may: managers, objects: { uid: 'partnerStatement' } },
  'GET /v1/referral': { may: managers },
  'POST /v1/referral/{uid}/remind': { may: managers, objects: { uid: 'invitedFriend' } },
  'POST /v1/referral/{uid}/appeal': { may: managers, objects: { uid: 'referral' } },
  'GET /v1/letter': { may: allButCardholders },
  'POST /v1/letter': { may: allButCardholders, objects: { 'accounts.0': 'account' } },
  'POST /v1/letter/exchange': { may: allButCardholders, objects: { uid: 'conversion' } },
  'GET /v1/letter/{uid}/pdf': { may: allButCardholders, objects: { uid: 'letter' } },
  'GET /v1/statement/search': { may: allButCardholders },
  'GET /v1/statement/export': { may: allButCardholders },
  'GET /v1/statement/closing-pack': { may: ['owner'] },
  'POST /v1/statement/closing-pack': { may: ['owner'] },
  'GET /v1/statement/subscription': { may: allButCardholders },
  'PUT /v1/statement/subscription': { may: allButCardholders, objects: { 'accounts.0': 'account' } },
  'DELETE /v1/statement/subscription': { may: allButCardholders },
  'POST /v1/statement/export': { may: allButCardholders, objects: { 'accounts.0': 'account' } },
  'GET /v1/statement/export/preview': { may: allButCardholders, objects: { accounts: 'account' } },
  'GET /v1/statement/export/{uid}/file': { may: allButCardholders, objects: { uid: 'statementExport' } },
  'GET /v1/bankaccount/{bankholderid}/statement/export/{format}': {
    may: allButCardholders,
    objects: { bankholderid: 'account' },
  },
  'GET /v1/wallet/{id}/statement/export/pdf': { may: allButCardholders, objects: { id: 'walletAccount' } },
  'GET /v1/wallet/{id}/statement/export/{format}': { may: allButCardholders, objects: { id: 'walletAccount' } },
  'GET /v1/activity': { may: allButCardholders },
  'GET /v1/wallet/list': { may: everybody },
  'GET /v1/wallet/currency/active/list': { may: everybody },
  'GET /v1/wallet/currency/active/listnokyc': { may: everybody },
  'GET /v1/wallet/currency/active/create': { may: everybody },
  'POST /v1/wallet': { may: moneyMakers },
  'PUT /v1/wallet/{uid}': { may: moneyMakers, objects: { uid: 'wallet' } },
  'DELETE /v1/wallet/{uid}': { may: moneyMakers, objects: { uid: 'wallet' } },
  'POST /v1/wallet/recipient': { may: moneyMakers },
  'POST /v1/wallet/send': { may: moneyMakers, objects: { sourceBankholderId: 'account' } },
  'GET /v1/wallet/favorite': { may: moneyReaders },
  'GET /v1/wallet/favorite/member': { may: moneyReaders },
  'POST /v1/wallet/favorite': { may: moneyMakers, objects: { transferUid: 'memberTransfer' } },
  'PUT /v1/wallet/favorite/order': { may: moneyMakers, objects: { 'uids.0': 'favourite' } },
  'PUT /v1/wallet/favorite/{uid}': { may: moneyMakers, objects: { uid: 'favourite' } },
  'DELETE /v1/wallet/favorite/{uid}': { may: moneyMakers, objects: { uid: 'removableFavourite' } },
  'POST /v1/wallet/favorite/{uid}/prepare': { may: moneyMakers, objects: { uid: 'favourite' } },
  'GET /v1/wallet/card/list': { may: moneyReaders },
  'DELETE /v1/wallet/card/{id}': { may: moneyMakers, objects: { id: 'savedCard' } },
  'GET /v1/binlookup': { may: moneyReaders },
  'GET /v1/wallet/topup/options': { may: moneyReaders },
  'POST /v1/wallet/topup': { may: moneyMakers, objects: { bankholderid: 'walletAccount', cardId: 'savedCard' } },
  'GET /v1/wallet/topup/{id}': { may: moneyReaders, objects: { id: 'topUp' } },
  'POST /v1/wallet/topup/{id}/cancel': { may: moneyMakers, objects: { id: 'topUp' } },
  'GET /v1/card': { may: holdersOfCard },
  'GET /v1/card/options': { may: holdersOfCard },
  'GET /v1/card/pin-key': { may: holdersOfCard },
  'GET /v1/card/{id}': { may: holdersOfCard, objects: { id: 'issuedCard' } },
  'POST /v1/card/order': { may: managers, objects: { bankholderid: 'account', holder: 'cardPerson' } },
  'POST /v1/card/{id}/activate': { may: cardUsers, objects: { id: 'issuedCard' } },
  'POST /v1/card/{id}/freeze': { may: cardUsers, objects: { id: 'issuedCard' } },
  'POST /v1/card/{id}/unfreeze': { may: cardUsers, objects: { id: 'issuedCard' } },
  'POST /v1/card/{id}/block': { may: cardUsers, objects: { id: 'issuedCard' } },
  'PUT /v1/card/{id}/limits': { may: cardUsers, objects: { id: 'issuedCard' } },
  'PUT /v1/card/{id}/switch': { may: cardUsers, objects: { id: 'issuedCard' } },
  'POST /v1/card/{id}/reveal': { may: cardUsers, objects: { id: 'issuedCard' } },
  'POST /v1/card/{id}/pin': { may: cardUsers, objects: { id: 'issuedCard' } },
  'PUT /v1/card-person/{uid}': { may: managers, objects: { uid: 'cardPerson' } },
  'GET /v1/card/{cardId}/payment/list': { may: holdersOfCard, objects: { cardId: 'issuedCard' } },
  'GET /v1/card/{cardId}/usage': { may: holdersOfCard, objects: { cardId: 'issuedCard' } },
  'GET /v1/card-payment/{id}': { may: holdersOfCard, objects: { id: 'cardPayment' } },
  'POST /v1/card-payment/{id}/document': { may: holdersOfCard, objects: { id: 'cardPayment' } },
  'GET /v1/card-document/{uid}/file': { may: holdersOfCard, objects: { uid: 'cardDocument' } },
  'DELETE /v1/card-document/{uid}': { may: holdersOfCard, objects: { uid: 'cardDocument' } },
  'POST /v1/card-payment/{id}/dispute': { may: holdersOfCard, objects: { id: 'cardPayment' } },
  'POST /v1/card-payment/{id}/dispute/evidence': { may: holdersOfCard, objects: { id: 'cardPayment' } },
  'GET /v1/wallet/bankname/{name}': { may: everybody },
  'GET /v1/swift-currency': { may: everybody },
  'POST /v1/walletaccount/check-walletready': { may: everybody },
  'POST /v1/walletaccount/upgrade-plus': { may: ['owner'] },
  'GET /v1/search': { may: everybody },
  'GET /v1/notification': { may: everybody },
  'GET /v1/notification/count': { may: everybody },
  'GET /v1/service/notice': { may: everybody },
  'POST /v1/notification/markread': { may: everybody },

  'GET /v1/payee': { may: allButCardholders },
  'GET /v1/payee/{uid}': { may: allButCardholders, objects: { uid: 'payee' } },
  'GET /v1/payee/bank': { may: allButCardholders },
  'GET /v1/payee/requirements': { may: allButCardholders },
  'GET /v1/payee/name-policy': { may: allButCardholders },
  'PUT /v1/payee/name-policy': { may: managers },
  'POST /v1/payee': { may: moneyMakers },
  'POST /v1/payee/namecheck': { may: moneyMakers },
  'PUT /v1/payee/{uid}': { may: moneyMakers, objects: { uid: 'payee' } },
  'PUT /v1/payee/{uid}/favourite': { may: moneyMakers, objects: { uid: 'payee' } },
  'DELETE /v1/payee/{uid}': { may: moneyMakers, objects: { uid: 'removablePayee' } },

  'GET /v1/payment/payee/gbp': { may: moneyReaders },
  'GET /v1/payment/payee/eur': { may: moneyReaders },
  'GET /v1/payment/payee/swt/{x}': { may: moneyReaders },
  'GET /v1/payment/freetradelist': { may: moneyReaders },
  'GET /v1/payment/list': { may: allButCardholders, objects: { bankholderid: 'account' } },
  'GET /v1/payment/price': { may: moneyReaders, objects: { sourceBankholderId: 'account', payeeUid: 'payee' } },
  'POST /v1/payment/GBP': { may: moneyMakers, objects: { ...send, 'documents.0': 'unattachedDocument' } },
  'POST /v1/payment/EUR': { may: moneyMakers, objects: send },
  'POST /v1/payment/THB': { may: moneyMakers, objects: send },
  'POST /v1/payment/IFX/GBP': { may: moneyMakers, objects: send },
  'POST /v1/payment/IFX/EUR': { may: moneyMakers, objects: send },
  'POST /v1/payment/pending-domestic': { may: moneyMakers, objects: send },
  'GET /v1/payment/pending-domestic': { may: moneyReaders },
  'GET /v1/payment/pending-swift': { may: allButCardholders },
  'GET /v1/payment/pending-domestic/{id}': { may: moneyReaders, objects: { id: 'payment' } },
  'GET /v1/payment/pending-domestic/{id}/repeat': { may: moneyReaders, objects: { id: 'payment' } },
  'POST /v1/payment/pending-domestic/{id}/cancel': { may: moneyMakers, objects: { id: 'payment' } },
  'POST /v1/payment/pending-domestic/{id}/recall': { may: moneyMakers, objects: { id: 'payment' } },
  'GET /v1/payment/pending-domestic/{id}/documents': { may: moneyReaders, objects: { id: 'payment' } },
  'POST /v1/payment/pending-domestic/{id}/documents': { may: moneyReaders, objects: { id: 'payment' } },
  'GET /v1/payment/pending-domestic/{id}/questions': { may: moneyReaders, objects: { id: 'payment' } },
  'POST /v1/payment/pending-domestic/{id}/answers': {
    may: moneyReaders,
    objects: { id: 'payment', request: 'question' },
  },
  'GET /v1/payment/pdf/{id}': { may: moneyReaders, objects: { id: 'payment' } },
  'GET /v1/document': { may: moneyReaders },
  'POST /v1/document': { may: moneyReaders },
  'GET /v1/document/{uid}/file': { may: moneyReaders, objects: { uid: 'document' } },

  'GET /v1/payment/pending-swift/{id}': { may: allButCardholders, objects: { id: 'swiftPayment' } },
  'GET /v1/payment/pending-swift/{id}/tracking': { may: allButCardholders, objects: { id: 'swiftPayment' } },
  'GET /v1/payment/pending-swift/{id}/documents': { may: allButCardholders, objects: { id: 'swiftPayment' } },
  'POST /v1/payment/pending-swift/{id}/documents': { may: allButCardholders, objects: { id: 'swiftPayment' } },
  'GET /v1/payment/global/crosscurrency/serviceisactive': { may: moneyReaders },
  'GET /v1/payment/global/price': { may: moneyReaders, objects: abroad },
  'POST /v1/payment/global/samecurrency': { may: moneyMakers, objects: abroad },
  'POST /v1/payment/global/crosscurrency': { may: moneyMakers, objects: abroad },
  'POST /v2/payment/global/crosscurrency': { may: moneyMakers, objects: { ...abroad, quoteId: 'quote' } },
  'POST /v1/payment/pending-swift': { may: moneyMakers, objects: abroad },

  'GET /v1/payment/bulk': { may: moneyReaders },
  'POST /v1/payment/bulk': { may: moneyMakers },
  'GET /v1/payment/bulk/template': { may: moneyReaders },
  'GET /v1/payment/bulk/{uid}': { may: moneyReaders, objects: { uid: 'file' } },
  'GET /v1/payment/bulk/{uid}/rows': { may: moneyReaders, objects: { uid: 'file' } },
  'GET /v1/payment/bulk/{uid}/faults': { may: moneyReaders, objects: { uid: 'file' } },
  'PUT /v1/payment/bulk/{uid}/rows/{number}': { may: moneyMakers, objects: { uid: 'file' } },
  'POST /v1/payment/bulk/{uid}/rows/{number}/accept-name': { may: moneyMakers, objects: { uid: 'file' } },
  'POST /v1/payment/bulk/{uid}/rows/{number}/confirm': { may: moneyMakers, objects: { uid: 'file' } },
  'POST /v1/payment/bulk/{uid}/rows/{number}/leave-out': { may: moneyMakers, objects: { uid: 'file' } },
  'POST /v1/payment/bulk/{uid}/payees': { may: moneyMakers, objects: { uid: 'file' } },
  'POST /v1/payment/bulk/{uid}/quote': { may: moneyReaders, objects: { uid: 'file', sourceBankholderId: 'account' } },
  'POST /v1/payment/bulk/{uid}/release': { may: moneyMakers, objects: { uid: 'file' } },

  'GET /v1/bankaccount/pis/aspsps': { may: moneyReaders },
  'POST /v1/bankaccount/pis/payment': { may: moneyMakers },
  'GET /v1/bankaccount/pis/payment': { may: moneyReaders },
  'GET /v1/bankaccount/pis/payment/{id}': { may: moneyReaders, objects: { id: 'instantPayment' } },
  'POST /v1/bankaccount/pis/callback': { may: moneyMakers, hasNoOwn: true },

  'GET /v1/standing-order': { may: moneyReaders },
  'GET /v1/standing-order/preview': { may: moneyReaders },
  'GET /v1/standing-order/{uid}': { may: moneyReaders, objects: { uid: 'standingOrder' } },
  'GET /v1/standing-order/{uid}/history': { may: moneyReaders, objects: { uid: 'standingOrder' } },
  'POST /v1/standing-order': { may: moneyMakers, objects: order },
  'PUT /v1/standing-order/{uid}': { may: moneyMakers, objects: { uid: 'standingOrder', ...order } },
  'PUT /v1/standing-order/{uid}/next': { may: moneyMakers, objects: { uid: 'standingOrder' } },
  'POST /v1/standing-order/{uid}/pause': { may: moneyMakers, objects: { uid: 'standingOrder' } },
  'POST /v1/standing-order/{uid}/resume': { may: moneyMakers, objects: { uid: 'standingOrder' } },
  'POST /v1/standing-order/{uid}/skip': { may: moneyMakers, objects: { uid: 'standingOrder' } },
  'POST /v1/standing-order/{uid}/pay-held': { may: moneyMakers, objects: { uid: 'standingOrder' } },
  'DELETE /v1/standing-order/{uid}': { may: moneyMakers, objects: { uid: 'standingOrder' } },

  'GET /v1/auto-fx': { may: allButCardholders },
  'POST /v1/auto-fx': { may: moneyMakers, objects: autoFxTerms },
  'PUT /v1/auto-fx/{uid}': { may: moneyMakers, objects: { uid: 'autoFxOrder', ...autoFxTerms } },
  'POST /v1/auto-fx/{uid}/pause': { may: moneyMakers, objects: { uid: 'autoFxOrder' } },
  'POST /v1/auto-fx/{uid}/resume': { may: moneyMakers, objects: { uid: 'autoFxOrder' } },
  'DELETE /v1/auto-fx/{uid}': { may: moneyMakers, objects: { uid: 'autoFxOrder' } },
  'GET /v1/rate-alert': { may: allButCardholders },
  'POST /v1/rate-alert': { may: allButCardholders },
  'PUT /v1/rate-alert/{uid}': { may: allButCardholders, objects: { uid: 'alert' } },
  'DELETE /v1/rate-alert/{uid}': { may: allButCardholders, objects: { uid: 'removableAlert' } },
  'GET /v1/manual-fx': { may: allButCardholders },
  'POST /v1/manual-fx': { may: moneyMakers, objects: exchange },
  'POST /v1/manual-fx/{uid}/accept': { may: moneyMakers, objects: { uid: 'deal' } },
  'POST /v1/manual-fx/{uid}/decline': { may: moneyMakers, objects: { uid: 'deal' } },
  'POST /v1/manual-fx/{uid}/withdraw': { may: moneyMakers, objects: { uid: 'deal' } },
  'POST /v1/payment/fxrate': { may: moneyReaders, objects: { payeeUid: 'payee' } },
  'POST /v1/fx/convert': { may: moneyMakers, objects: { quoteId: 'quote', ...exchange } },
  'POST /v1/transfer': { may: moneyMakers, objects: { sourceBankholderId: 'account' } },

  'GET /v1/team-approval/rule': { may: everybody },
  'POST /v1/team-approval/rule': { may: managers },
  'POST /v1/team-approval/rule/{uid}/retire': { may: managers, objects: { uid: 'rule' } },
  'GET /v1/team-approval': { may: everybody },
  'GET /v1/team-approval/count': { may: everybody },
  'GET /v1/team-approval/{uid}': { may: moneyReaders, finds: moneyReaders, objects: { uid: 'request' } },
  'POST /v1/team-approval/{uid}/approve': { may: approvers, finds: moneyReaders, objects: { uid: 'request' } },
  'POST /v1/team-approval/{uid}/reject': { may: approvers, finds: moneyReaders, objects: { uid: 'request' } },
  'POST /v1/team-approval/{uid}/recall': { may: [], finds: moneyReaders, objects: { uid: 'request' } },
};
