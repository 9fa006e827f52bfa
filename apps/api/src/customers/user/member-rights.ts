import type { Invitee } from '@larkmere/contract/customers/user';
import { type AccessKey, type AccessLevel, accessLevelFor, type Role } from '@larkmere/contract/platform/access';
import { isRole, roleAccess, rolesOf } from '@larkmere/contract/platform/role-access';
import { type Message, message } from '@larkmere/messages/message';
import { type Currency, money, readAmount } from '@larkmere/money/money';
import { selectActiveRules } from '../../approvals/approval/approval.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { MemberRights, Membership } from '../customer/customer.ts';
import type { Manager, People } from './lock-people.ts';
import { selectAccounts, selectCustomerKind } from './user.read.ts';

type RequestedRights = Pick<Invitee, 'role' | 'access' | 'accounts' | 'limits'>;

/**
 * The rights that were asked for, none of which exceeds what the acting member has. Without a choice of flags, a person
 * who keeps the role of `before` keeps its flags. Refuses with `validation_failed`, `owner_protected` or
 * `rights_exceeded`.
 */
export async function checkRights(
  { tx }: Ctx,
  { customerId, acting }: Omit<People, 'members'>,
  input: RequestedRights,
  before?: Pick<Membership, 'role' | 'access'>,
): Promise<MemberRights> {
  const kind = await selectCustomerKind(tx, customerId);
  const known = (await selectAccounts(tx, customerId)).map(({ bankholderId }) => bankholderId);
  const limits = readLimits(input.limits);
  const errors = [
    ...fault(rolesOf(kind).includes(input.role), 'role', 'user_role_not_offered'),
    ...fault(
      input.access?.every((key) => roleAccess[input.role].includes(key)) ?? true,
      'access',
      'user_right_not_of_role',
    ),
    ...fault(input.accounts?.every((id) => known.includes(id)) ?? true, 'accounts', 'user_account_unknown'),
    ...limits.errors,
  ];
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  const rights = {
    role: input.role,
    access: input.access ?? defaultAccess(input.role, acting, before),
    accounts: input.accounts && [...new Set(input.accounts)],
    ...limits.read,
  };
  requireGrantable(acting, rights);
  return rights;
}

function defaultAccess(role: Role, acting: Manager, before?: Pick<Membership, 'role' | 'access'>): AccessKey[] {
  const currentAccess = before?.role === role ? before.access : undefined;
  return roleAccess[role].filter((key) => acting.access.includes(key) && (currentAccess?.includes(key) ?? true));
}

function readLimits({ perPayment, daily, currency }: RequestedRights['limits']) {
  const read = (text: string | null): bigint | null =>
    text === null ? null : (readAmount(currency, text)?.minor ?? 0n);
  const [perPaymentMinor, dailyMinor] = [read(perPayment), read(daily)];
  const isTooLow = perPaymentMinor !== null && dailyMinor !== null && dailyMinor < perPaymentMinor;
  const limitCurrency = perPaymentMinor === null && dailyMinor === null ? null : currency;
  return {
    read: { limitCurrency, perPaymentMinor, dailyMinor },
    errors: [
      ...fault(perPaymentMinor !== 0n, 'limits.perPayment', 'user_limit_invalid'),
      ...fault(dailyMinor !== 0n, 'limits.daily', 'user_limit_invalid'),
      ...fault(!isTooLow || dailyMinor === 0n, 'limits.daily', 'user_daily_limit_too_low'),
    ],
  };
}

type FaultCode =
  | 'user_role_not_offered'
  | 'user_right_not_of_role'
  | 'user_account_unknown'
  | 'user_limit_invalid'
  | 'user_daily_limit_too_low';

const fault = (isFine: boolean, field: string, code: FaultCode): FieldError[] =>
  isFine
    ? []
    : [
        {
          field,
          code: code.startsWith('user_limit') || code.startsWith('user_daily') ? 'invalid' : 'not_allowed',
          reason: message(code),
        },
      ];

/** Refuses with `owner_protected` or `rights_exceeded`. */
export function requireGrantable(acting: Manager, { role, access, accounts, ...limits }: MemberRights): void {
  if (role === 'owner' && acting.role !== 'owner') throw new Refusal('owner_protected');
  const own = new Set(acting.access);
  if (!access.every((key) => own.has(key))) throw new Refusal('rights_exceeded');
  if (acting.accounts && !accounts?.every((id) => acting.accounts?.includes(id)))
    throw exceeded(message('rights_exceeded_accounts'));
  if (isAbove(acting, limits.perPaymentMinor, acting.perPaymentMinor, limits.limitCurrency))
    throw exceeded(message('rights_exceeded_per_payment', { limit: limitOf(acting, acting.perPaymentMinor) }));
  if (isAbove(acting, limits.dailyMinor, acting.dailyMinor, limits.limitCurrency))
    throw exceeded(message('rights_exceeded_daily', { limit: limitOf(acting, acting.dailyMinor) }));
}

const exceeded = (reason: Message): Refusal => new Refusal('rights_exceeded', { reason });

const limitOf = ({ limitCurrency: currency }: Manager, minor: bigint | null) => money(currency ?? 'GBP', minor ?? 0n);

/** An own limit is compared in its currency only: converting it would let the rate decide what is too much. */
const isAbove = (
  { limitCurrency: ownCurrency }: Manager,
  limit: bigint | null,
  own: bigint | null,
  currency: Currency | null,
): boolean => own !== null && (limit === null || currency !== ownCurrency || limit > own);

export function rightsOf(row: Membership): MemberRights {
  if (!isRole(row.role)) throw new Error(`membership ${row.id} has an unknown role`);
  return {
    role: row.role,
    access: row.access,
    accounts: row.accounts,
    limitCurrency: row.limitCurrency,
    perPaymentMinor: row.perPaymentMinor,
    dailyMinor: row.dailyMinor,
  };
}

type Before = Pick<
  Membership,
  'role' | 'access' | 'accounts' | 'limitCurrency' | 'perPaymentMinor' | 'dailyMinor' | 'state' | 'userId'
>;
type After = Readonly<{ rights: MemberRights; state: string }>;

/**
 * Whether a change gives anything that the person has not now, whatever else it takes away. Limits of another currency
 * count as more, because converting them would let the rate decide.
 */
export async function addsRights(tx: Tx, customerId: string, before: Before, after: After): Promise<boolean> {
  if (addsAccess(before, after)) return true;
  return before.role !== after.rights.role && (await escapesRules(tx, customerId, before, after.rights.role));
}

export const addsAccess = (before: Before, { rights, state }: After): boolean =>
  (before.state === 'suspended' && state === 'active') ||
  rights.access.some((key) => !before.access.includes(key) || isHigher(rights.role, before.role, key)) ||
  roleAccess[rights.role].some(
    (key) => !roleAccess[before.role].includes(key) || isHigher(rights.role, before.role, key),
  ) ||
  addsAccounts(before.accounts, rights.accounts) ||
  raises(before.perPaymentMinor, rights.perPaymentMinor, before.limitCurrency === rights.limitCurrency) ||
  raises(before.dailyMinor, rights.dailyMinor, before.limitCurrency === rights.limitCurrency);

/** What each level includes besides itself. */
const includes: Readonly<Record<AccessLevel, readonly AccessLevel[]>> = {
  none: [],
  view: ['none'],
  prepare: ['none', 'view'],
  approve: ['none', 'view'],
  execute: ['none', 'view', 'prepare', 'approve'],
};

function isHigher(after: Role, before: Role, key: AccessKey): boolean {
  const [now, then] = [accessLevelFor(after, key), accessLevelFor(before, key)];
  return now !== then && !includes[then].includes(now);
}

const addsAccounts = (before: readonly string[] | null, after: readonly string[] | null): boolean =>
  before !== null && (after === null || !after.every((id) => before.includes(id)));

const raises = (before: bigint | null, after: bigint | null, isSameCurrency: boolean): boolean =>
  before !== null && (after === null || !isSameCurrency || after > before);

/** A lower role may leave a rule that held for the old one, or be one that a rule asks to approve. */
async function escapesRules(tx: Tx, customerId: string, before: Before, role: Role): Promise<boolean> {
  const rules = await selectActiveRules(tx, customerId);
  return rules.some(
    (rule) =>
      (rule.role === before.role && ['execute', 'prepare'].includes(accessLevelFor(role, 'payment'))) ||
      (rule.approverRoles.includes(role) && ['execute', 'approve'].includes(accessLevelFor(role, 'payment'))),
  );
}
