import type { contract } from '@larkmere/contract/contract';
import { UserReason, type UserView } from '@larkmere/contract/customers/user';
import { type AccessKey, accessKeys, type Role } from '@larkmere/contract/platform/access';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { rolesOf } from '@larkmere/contract/platform/role-access';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { maxFailures } from '../../identity/pin/pin.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { recordOf } from '../../platform/values/values.ts';

/** Refuses with `not_found`, also for a member of another customer. */
export const showUser: Verb<typeof contract.user.show> = (ctx, { id }) =>
  viewUserWithWork(ctx, ctx.actor.customerId, ctx.actor, id);

export async function viewUserWithWork(
  { tx }: Ctx,
  customerId: string,
  reader: Reader,
  uid: string,
): Promise<UserView & Readonly<{ work: OpenWork }>> {
  const row = await findUser(tx, customerId, uid);
  if (!row) throw new Refusal('not_found');
  return { ...viewUser(row, reader), work: await countWork(tx, customerId, row.userId) };
}

export async function viewUserById({ tx }: Ctx, customerId: string, reader: Reader, uid: string): Promise<UserView> {
  const row = await findUser(tx, customerId, uid);
  if (!row) throw new Error(`user ${uid}, written a moment ago, is not there`);
  return viewUser(row, reader);
}

/** Refuses with `not_found` for any other customer than that of the session. */
export const listUsers: Verb<typeof contract.user.list> = async (ctx, { id }) => {
  if (id !== ctx.actor.customerId) throw new Refusal('not_found');
  return viewUsers(ctx, id, ctx.actor);
};

/** The people of a customer, with what the reader may give. */
export async function viewUsers(
  { tx }: Ctx,
  customerId: string,
  reader: Reader,
): Promise<Reply<typeof contract.user.list>> {
  const users = await selectUsers(tx, customerId);
  const own = users.find(({ userId }) => userId !== null && userId === reader.userId)?.accounts;
  const accounts = (await selectAccounts(tx, customerId)).filter(
    ({ bankholderId }) => own?.includes(bankholderId) ?? true,
  );
  return {
    list: users.map((row) => viewUser(row, reader)),
    accounts: accounts.map((account) => ({ ...account, currency: account.currency })),
    roles: rolesOf(await selectCustomerKind(tx, customerId)).filter(
      (role) => role !== 'owner' || reader.role === 'owner',
    ),
  };
}

/** Staff read without being a member. */
export type Reader = Readonly<{ userId: string | null; role: string }>;

function viewUser(row: UserRow, reader: Reader): UserView {
  const granted = new Set(row.access);
  const currency = row.limitCurrency ?? 'GBP';
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatAmount(money(currency, minor));
  const isInvited = row.state === 'invited';
  return {
    uid: row.uid,
    version: row.version,
    name: row.name ?? '',
    email: row.email ?? '',
    phone: row.phone,
    username: row.username,
    isYou: isReader(row, reader),
    role: row.role,
    accessRole: recordOf(accessKeys, (key) => granted.has(key)),
    accounts: row.accounts && [...row.accounts],
    limits: { perPayment: amount(row.perPaymentMinor), daily: amount(row.dailyMinor), currency },
    status: statusOf(row),
    reason: UserReason.safeParse(row.reason).data ?? null,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    isIdentityChecked: row.isIdentityChecked,
    mfa: row.mfa,
    invitedBy: row.invitedBy,
    invitedAt: row.invitedAt?.toISOString() ?? null,
    expiresAt: isInvited ? (row.expiresAt?.toISOString() ?? null) : null,
    isExpired: isInvited && row.isExpired,
    permissions: permissionsOf(row, reader),
  };
}

const isReader = ({ userId }: UserRow, reader: Reader): boolean => userId !== null && userId === reader.userId;

const statusOf = ({ state, isPinLocked }: UserRow): UserView['status'] =>
  state === 'active' && isPinLocked ? 'locked' : state;

/** The verbs decide; this spares the reader buttons that would be refused. */
function permissionsOf(row: UserRow, reader: Reader): UserView['permissions'] {
  const { role, state } = row;
  const may = !isReader(row, reader) && state !== 'removed' && (role !== 'owner' || reader.role === 'owner');
  const isMember = state === 'active' || state === 'suspended';
  return { edit: may, suspend: may && isMember, remove: may, resetPin: may && state === 'active' };
}

type UserRow = Readonly<{
  uid: string;
  version: number;
  userId: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  username: string | null;
  role: Role;
  access: readonly AccessKey[];
  accounts: readonly string[] | null;
  limitCurrency: Currency | null;
  perPaymentMinor: bigint | null;
  dailyMinor: bigint | null;
  state: Exclude<UserView['status'], 'locked'>;
  reason: string | null;
  isPinLocked: boolean;
  isIdentityChecked: boolean;
  lastLogin: Date | null;
  mfa: UserView['mfa'];
  invitedBy: string | null;
  invitedAt: Date | null;
  expiresAt: Date | null;
  isExpired: boolean;
}>;

const users = sql`
  select m.id as uid, m.version, m.user_id, coalesce(p.name, l.name) as name,
    coalesce(p.email, m.invited_email) as email, coalesce(p.phone, l.phone) as phone, p.username, m.role, m.access,
    m.accounts, m.limit_currency, m.per_payment_minor,
    m.daily_minor, m.state, m.reason, m.customer_id,
    m.identity_checked_at is not null as is_identity_checked,
    exists (select from pin.pin where user_id = m.user_id and failures >= ${maxFailures}) as is_pin_locked,
    (select max(created_at) from session.session s where s.user_id = m.user_id and s.customer_id = m.customer_id
      and s.visit_id is null)
      as last_login,
    array_remove(array[
      case when exists (select from second_factor.passkey k where k.user_id = m.user_id) then 'passkey' end,
      case when exists (select from second_factor.authenticator a
        where a.user_id = m.user_id and a.confirmed_at is not null) then 'totp' end], null) as mfa, inviter.name as invited_by, m.invited_at, m.expires_at,
    coalesce(m.expires_at <= now(), false) as is_expired
  from customer.membership m left join customer.user p on p.id = m.user_id
    left join customer.user inviter on inviter.id = m.invited_by
    left join invitation.link l on l.membership_id = m.id and l.ended_at is null`;

/** In the order in which they came; the removed are left out. */
async function selectUsers(tx: Tx, customerId: string): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    ${users} where m.customer_id = ${customerId} and m.state <> 'removed' order by m.created_at, m.id`.execute(tx);
  return rows;
}

export async function findUser(tx: Tx, customerId: string, uid: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`${users} where m.customer_id = ${customerId} and m.id = ${uid}`.execute(tx);
  return rows[0];
}

type OwnAccount = Readonly<{ bankholderId: string; currency: Currency; ending: string }>;

export async function selectAccounts(tx: Tx, customerId: string): Promise<OwnAccount[]> {
  const { rows } = await sql<OwnAccount>`
    select bankholder_id, currency, right(coalesce(account_number, iban, bankholder_id), 4) as ending
    from bank_account.account where customer_id = ${customerId} and status <> 'closed'
    order by opened_at, bankholder_id`.execute(tx);
  return rows;
}

export async function isMemberEmail(tx: Tx, customerId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer.membership m left join customer.user p on p.id = m.user_id
    where m.customer_id = ${customerId} and m.state <> 'removed' and lower(${email}) in (lower(p.email), lower(m.invited_email))
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function selectCustomerKind(
  tx: Tx,
  customerId: string,
): Promise<Readonly<{ userType: string; business: boolean }>> {
  const { rows } = await sql<{ userType: string; business: boolean }>`
    select kind as user_type, business from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0] ?? { userType: 'plus', business: false };
}

type OpenWork = Readonly<{
  standingOrders: number;
  scheduledPayments: number;
  autoFxOrders: number;
  openRequests: number;
}>;

async function countWork(tx: Tx, customerId: string, userId: string | null): Promise<OpenWork> {
  const theirs = sql`user_id = ${userId} and customer_id = ${customerId}`;
  const { rows } = await sql<OpenWork>`select
    (select count(*)::int from standing_order.standing_order
      where ${theirs} and state in ('active', 'paused', 'blocked', 'pending_approval')) as standing_orders,
    (select count(*)::int from payment.payment
      where ${theirs} and state in ('scheduled', 'awaiting_funds')) as scheduled_payments,
    (select count(*)::int from auto_fx.auto_order
      where ${theirs} and state not in ('filled', 'expired', 'cancelled', 'failed_final')) as auto_fx_orders,
    (select count(*)::int from approval.request
      where maker_id = ${userId} and customer_id = ${customerId} and state = 'open') as open_requests`.execute(tx);
  return rows[0] ?? { standingOrders: 0, scheduledPayments: 0, autoFxOrders: 0, openRequests: 0 };
}

/** The PIN is the person's, and also confirms what they do for other customers. */
export async function hasOtherCustomers(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<boolean> {
  const { rows } = await sql`
    select from customer.membership where user_id = ${userId} and customer_id <> ${customerId}
      and state in ('active', 'suspended') limit 1`.execute(tx);
  return rows.length > 0;
}

type ChangeNames = Readonly<{ changedByName: string; companyName: string }>;

/** For what the person concerned is told. */
export async function selectChangeNames(
  tx: Tx,
  { customerId, byUserId }: Readonly<{ customerId: string; byUserId: string | null }>,
): Promise<ChangeNames> {
  const { rows } = await sql<ChangeNames>`
    select coalesce((select name from customer.user where id = ${byUserId}), ${defaultText('changed_by_us')}) as changed_by_name,
      c.name as company_name from customer.customer c where c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { changedByName: '', companyName: '' };
}
