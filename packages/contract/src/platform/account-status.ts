import { type AccessKey, isAccessKey } from './access.ts';
import { type Endpoint, returnsFile } from './endpoint.ts';

export const accountStatuses = [
  'pending',
  'active',
  'restricted',
  'suspended',
  'locked',
  'dormant',
  'closing',
  'closed',
] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/**
 * What a person does with an account. `sign_in` includes the person's own security, terms and identity check, and the
 * request to close. `stop` takes back what would send money later.
 */
export const accountActions = [
  'sign_in',
  'view',
  'export',
  'receive',
  'send',
  'stop',
  'exchange',
  'card',
  'manage',
] as const;
export type AccountAction = (typeof accountActions)[number];

/**
 * `own_account`: only to an account of the customer elsewhere. `exit_currency`: only into the currency that leaves with
 * them. `after_check`: once they have confirmed that it is them. `history`: statements and what belongs to them.
 */
export type AccountCondition = 'own_account' | 'exit_currency' | 'after_check' | 'history';
type Permission = 'yes' | 'no' | AccountCondition;

const nothing = {
  sign_in: 'no',
  view: 'no',
  export: 'no',
  receive: 'no',
  send: 'no',
  stop: 'no',
  exchange: 'no',
  card: 'no',
  manage: 'no',
} as const satisfies Record<AccountAction, Permission>;
const readOnly = { ...nothing, sign_in: 'yes', view: 'yes', export: 'yes' } as const;

/** Status × action (product.md B3). A sign-in in status `pending` is limited by the identity check as well. */
export const accountPermissions: Readonly<Record<AccountStatus, Readonly<Record<AccountAction, Permission>>>> = {
  pending: { ...nothing, sign_in: 'yes', view: 'yes', stop: 'yes', manage: 'yes' },
  active: {
    ...readOnly,
    receive: 'yes',
    send: 'yes',
    stop: 'yes',
    exchange: 'yes',
    card: 'yes',
    manage: 'yes',
  },
  restricted: { ...readOnly, receive: 'yes', stop: 'yes', manage: 'yes' },
  suspended: readOnly,
  locked: { ...nothing, receive: 'yes' },
  dormant: {
    ...readOnly,
    receive: 'yes',
    send: 'after_check',
    stop: 'yes',
    exchange: 'yes',
    card: 'yes',
    manage: 'after_check',
  },
  closing: { ...readOnly, send: 'own_account', stop: 'yes', exchange: 'exit_currency', card: 'yes', manage: 'yes' },
  closed: { ...nothing, sign_in: 'yes', view: 'history', export: 'yes' },
};

/** The statuses that allow an action without a condition. */
export const statusesAllowing = (action: AccountAction): AccountStatus[] =>
  accountStatuses.filter((status) => accountPermissions[status][action] === 'yes');

/** A closed account can be signed in to for its statements for so long. */
export const yearsOfStatements = 5;

/** What opens with `view` limited to history: the flags of screens and calls that stay. */
const historyKeys: ReadonlySet<AccessKey> = new Set([
  'dashboard',
  'statement',
  'viewprofile',
  'changepassword',
  'term',
  'pricetariff',
  'devicemanage',
]);

/** The access flags of a person that an account with this status still opens. */
export const openKeys = (status: AccountStatus, keys: readonly AccessKey[]): AccessKey[] =>
  accountPermissions[status].view === 'history' ? keys.filter((key) => historyKeys.has(key)) : [...keys];

type DecidedCall = Pick<Endpoint, 'access' | 'method' | 'reply' | 'accountAction' | 'returnsQuote'>;

const actionsByAccess: Readonly<Partial<Record<AccessKey, AccountAction>>> = {
  payment: 'send',
  standingorder: 'send',
  instant: 'receive',
  autofx: 'exchange',
  manualfx: 'exchange',
  card: 'card',
  payee: 'manage',
  usermanage: 'manage',
};

/** Reads need `view`, files `export`, and writes what their access flag stands for, unless the endpoint says otherwise. */
export function accountActionOf(endpoint: DecidedCall): AccountAction {
  const { access, method, accountAction, returnsQuote } = endpoint;
  if (accountAction) return accountAction;
  if (returnsFile(endpoint as Endpoint)) return 'export';
  if (method === 'GET' || returnsQuote) return 'view';
  return (isAccessKey(access) ? actionsByAccess[access] : undefined) ?? 'sign_in';
}
