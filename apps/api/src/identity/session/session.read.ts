import type { Channel } from '@larkmere/contract/identity/channel';
import type { SessionView } from '@larkmere/contract/identity/session';
import type { AccessKey } from '@larkmere/contract/platform/access';
import { type AccountStatus, statusesAllowing, yearsOfStatements } from '@larkmere/contract/platform/account-status';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { coalesce } from '../../platform/batching/batch-loader.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { ActorVisit, MemberScope } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { sessionIsActive, touchIntervalSeconds } from './session.sql.ts';

export type MemberScopeRow = Readonly<{
  usableAccounts: readonly string[] | null;
  limitCurrency: Currency | null;
  perPaymentMinor: bigint | null;
  dailyMinor: bigint | null;
}>;

/** Of `customer.membership m`. */
export const memberScopeColumns = sql`m.accounts as usable_accounts, m.limit_currency,
  m.per_payment_minor, m.daily_minor`;

export const toMemberScope = (row: MemberScopeRow): MemberScope => ({
  accounts: row.usableAccounts && new Set(row.usableAccounts),
  limits: toMemberLimits(row),
});

function toMemberLimits({ limitCurrency, perPaymentMinor, dailyMinor }: MemberScopeRow): MemberScope['limits'] {
  if (limitCurrency === null || (perPaymentMinor === null && dailyMinor === null)) return null;
  return {
    currency: limitCurrency,
    perPayment: perPaymentMinor === null ? null : money(limitCurrency, perPaymentMinor),
    daily: dailyMinor === null ? null : money(limitCurrency, dailyMinor),
  };
}

export type LoginAccount = Readonly<{
  userId: string;
  customerId: string;
  username: string;
  name: string;
  role: string;
  access: readonly AccessKey[];
  notifyNews: boolean;
  memberCode: string;
  userType: 'plus' | 'wallet';
  business: boolean;
  status: AccountStatus;
  statusMessage: string | null;
  isFrozen: boolean;
  kycStatus: string;
  swift: boolean;
  showSwiftHistory: boolean;
  introducer: boolean;
  isPartner: boolean;
  allowedTrade: boolean;
  agreementDue: boolean;
  featureCard: boolean;
  featureUpgrade: boolean;
  reviewState: SessionView['reviewState'];
  customerName: string;
  hasOtherCustomers: boolean;
  hasContactRecovery: boolean;
  /** Of this person at this customer. */
  isIdentityChecked: boolean;
}>;
export type ActiveSession = LoginAccount &
  MemberScopeRow &
  Readonly<{
    sessionId: string;
    deviceId: string | null;
    isDeviceTrusted: boolean;
    kind: 'browser' | 'client';
    cookieHash: Buffer | null;
    startedAt: Date;
    isTouchDue: boolean;
    visit: SessionVisit | null;
  }>;

/** The visit of staff that a session belongs to. */
export type SessionVisit = ActorVisit & Readonly<{ staffName: string; endsAt: string }>;

type StoredPassword = Readonly<{ passwordHash: string; isResetRequired: boolean }>;
type PasswordHistory = StoredPassword & Readonly<{ replacedHash: string | null; resetChannel: Channel | null }>;
/** `oneTimeUntil`: staff gave the password, and the person has to choose an own one with it. */
export type PasswordLogin = LoginAccount & StoredPassword & Readonly<{ oneTimeUntil: Date | null }>;

const loginColumns = sql`
  p.id as user_id, m.customer_id, p.username, p.name, m.role, m.access, p.notify_news,
  c.member_code, c.kind as user_type, c.business, c.state as status, c.state_message as status_message, customer.is_frozen(c.id) as is_frozen, c.kyc_status, c.swift,
  c.show_swift_history, c.introducer, exists (select from introducer_partner.rule_at(c.id, now())) as is_partner, c.allowed_trade, agreement.is_due(p.id) as agreement_due,
  c.kind = 'plus' and c.feature_card and coalesce((select o.is_offered from issued_card.setting o
    where o.effective_from <= now() order by o.effective_from desc limit 1), false) as feature_card, c.feature_upgrade, c.review_state,
  c.name as customer_name, exists (select from customer.membership o where o.user_id = p.id and o.customer_id <> c.id
    and o.state in ('active', 'suspended')) as has_other_customers, exists (select from contact_recovery.request r
    where r.user_id = p.id and r.state in ('prepared', 'approved', 'confirming')) as has_contact_recovery,
  m.identity_checked_at is not null as is_identity_checked`;

/** The customer `c` can be opened, or still has statements to show. */
const canSignIn = sql<boolean>`(c.state = any(${statusesAllowing('sign_in')}::text[])
  and (c.state <> 'closed' or c.state_since > now() - ${yearsOfStatements} * interval '1 year'))`;

/** A visit also ends with the session of the staff person, with their account, and with their role. */
const visitIsOpen = sql<boolean>`(v.ended_at is null and v.ends_at > now() and fs.ended_at is null and f.status = 'active'
  and f.role = v.staff_role)`;

const activeSessionQuery = sql`
  select s.id as session_id, s.device_id, d.trusted_at is not null as is_device_trusted,
    s.kind, s.token_hash, s.cookie_hash, s.created_at as started_at,
    s.last_seen_at < now() - ${touchIntervalSeconds} * interval '1 second' as is_touch_due, ${memberScopeColumns},
    case when v.id is not null then jsonb_build_object('id', v.id, 'staffId', v.staff_id, 'staffName', f.name,
      'mode', v.mode, 'ticket', v.ticket, 'endsAt', v.ends_at) end as visit,
    ${loginColumns}
  from session.session s left join device.device d on d.id = s.device_id and d.user_id = s.user_id
    join customer.user p on p.id = s.user_id
    join customer.membership m on m.user_id = s.user_id and m.customer_id = s.customer_id
    join customer.customer c on c.id = s.customer_id
    left join ghost_connect.visit v on v.id = s.visit_id
    left join staff.member f on f.id = v.staff_id
    left join staff.session fs on fs.id = v.staff_session_id
  where ${sessionIsActive} and (s.visit_id is null or ${visitIsOpen}) and m.state = 'active' and ${canSignIn}`;

export const activeSessionByToken = coalesce(
  async (db, tokens: readonly string[]): Promise<(ActiveSession | undefined)[]> => {
    const hashes = tokens.map(hashToken);
    const { rows } = await sql<ActiveSession & { tokenHash: Buffer }>`
    select * from (${activeSessionQuery}) as live where token_hash = any(${hashes}::bytea[])`.execute(db);
    return hashes.map((hash) => rows.find(({ tokenHash }) => tokenHash.equals(hash)));
  },
);

export async function sessionByToken(db: Db | Tx, token: string): Promise<ActiveSession | undefined> {
  const { rows } = await sql<ActiveSession>`${activeSessionQuery} and s.token_hash = ${hashToken(token)}`.execute(db);
  return rows[0];
}

export async function sessionById(db: Db | Tx, id: string): Promise<ActiveSession | undefined> {
  const { rows } = await sql<ActiveSession>`${activeSessionQuery} and s.id = ${id}`.execute(db);
  return rows[0];
}

export async function sessionByCookie(db: Db | Tx, cookie: string): Promise<ActiveSession | undefined> {
  const { rows } = await sql<ActiveSession>`${activeSessionQuery} and s.cookie_hash = ${hashToken(cookie)}`.execute(db);
  return rows[0];
}

/**
 * The person with this username, e-mail or, as owner, member code, and the customer that they look at first: that of the
 * member code, or the one that they looked at last.
 */
export async function findLogin(tx: Tx, name: string): Promise<PasswordLogin | undefined> {
  const { rows } = await sql<PasswordLogin>`
    select ${loginColumns}, w.hash as password_hash, w.reset_required_since is not null as is_reset_required,
      w.one_time_until
    from customer.user p join session.password w on w.user_id = p.id
      join customer.membership m on m.user_id = p.id and m.state = 'active'
      join customer.customer c on c.id = m.customer_id and ${canSignIn}
    where p.id in (
        select id from customer.user where lower(username) = ${name}
        union all select id from customer.user where lower(email) = ${name}
        union all select o.user_id from customer.customer k
          join customer.membership o on o.customer_id = k.id and o.role = 'owner' and o.state = 'active'
          where k.member_code = upper(${name}))
    order by lower(p.username) = ${name} desc, lower(p.email) = ${name} desc, c.member_code = upper(${name}) desc,
      m.last_viewed_at desc nulls last, m.created_at, m.id limit 1`.execute(tx);
  return rows[0];
}

export async function findMemberLogin(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<(LoginAccount & { isOpen: boolean }) | undefined> {
  const { rows } = await sql<LoginAccount & { isOpen: boolean }>`
    select ${loginColumns}, m.state = 'active' and ${canSignIn} as is_open
    from customer.user p join customer.membership m on m.user_id = p.id and m.state in ('active', 'suspended')
      join customer.customer c on c.id = m.customer_id
    where p.id = ${userId} and c.id = ${customerId}`.execute(tx);
  return rows[0];
}

export async function selectPassword(tx: Tx, userId: string): Promise<PasswordHistory | undefined> {
  const row = await tx.selectFrom('session.password').selectAll().where('userId', '=', userId).executeTakeFirst();
  return (
    row && {
      passwordHash: row.hash,
      isResetRequired: row.resetRequiredSince !== null || row.oneTimeUntil !== null,
      replacedHash: row.replacedHash,
      resetChannel: row.resetChannel,
    }
  );
}

/** When the second factors of a person were last removed because they were lost. Its link came by e-mail. */
export async function selectFactorReset(tx: Tx, userId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(ended_at) as at from factor_reset.request where user_id = ${userId} and state = 'applied'`.execute(tx);
  return rows[0]?.at ?? undefined;
}

export async function selectCookieHash(tx: Tx, id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('session.session')
    .select('cookieHash')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row?.cookieHash ?? null;
}

export async function isSessionActive(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`
    select ${sessionIsActive} as live from session.session s where s.id = ${id}`.execute(tx);
  return rows[0]?.live ?? false;
}
