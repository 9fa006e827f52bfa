import type { AccessKey } from '@larkmere/contract/access';
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';
import { inTurns } from '../kernel/gather.ts';
import { digest } from '../kernel/secret.ts';
import { isLive, noteSeconds } from './session.sql.ts';

export type Login = Readonly<{
  personId: string;
  customerId: string;
  username: string;
  name: string;
  role: string;
  access: readonly AccessKey[];
  notifyNews: boolean;
  memberCode: string;
  userType: 'plus' | 'wallet';
  business: boolean;
  status: string;
  kycStatus: string;
  swift: boolean;
  showSwiftHistory: boolean;
  introducer: boolean;
  allowedTrade: boolean;
  agreementDue: boolean;
  featureCard: boolean;
  featureUpgrade: boolean;
  reviewState: string;
}>;
export type LiveSession = Login &
  Readonly<{
    sessionId: string;
    kind: 'browser' | 'client';
    cookieHash: Buffer | null;
    startedAt: Date;
    seenLongAgo: boolean;
  }>;

const login = sql`
  p.id as "personId", p.customer_id as "customerId", p.username, p.name, p.role, p.access, p.notify_news as "notifyNews",
  c.member_code as "memberCode", c.kind as "userType", c.business, c.status, c.kyc_status as "kycStatus", c.swift,
  c.show_swift_history as "showSwiftHistory", c.introducer, c.allowed_trade as "allowedTrade", c.agreement_due as "agreementDue",
  c.feature_card as "featureCard", c.feature_upgrade as "featureUpgrade", c.review_state as "reviewState"`;

const live = sql`
  select s.id as "sessionId", s.kind, s.token_hash as "tokenHash", s.cookie_hash as "cookieHash", s.created_at as "startedAt",
    s.last_seen_at < now() - ${noteSeconds} * interval '1 second' as "seenLongAgo", ${login}
  from session.session s join customer.person p on p.id = s.person_id join customer.customer c on c.id = p.customer_id
  where ${isLive} and p.status = 'active' and c.status <> 'locked'`;

export const liveSession = inTurns(async (db, tokens: readonly string[]): Promise<(LiveSession | undefined)[]> => {
  const hashes = tokens.map(digest);
  const { rows } = await sql<LiveSession & { tokenHash: Buffer }>`
    select * from (${live}) as live where "tokenHash" = any(${hashes}::bytea[])`.execute(db);
  return hashes.map((hash) => rows.find(({ tokenHash }) => tokenHash.equals(hash)));
});

export async function sessionByToken(db: Db | Tx, token: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${live} and s.token_hash = ${digest(token)}`.execute(db);
  return rows[0];
}

export async function sessionById(db: Db | Tx, id: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${live} and s.id = ${id}`.execute(db);
  return rows[0];
}

export async function sessionByCookie(db: Db | Tx, cookie: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${live} and s.cookie_hash = ${digest(cookie)}`.execute(db);
  return rows[0];
}

export async function loginByName(tx: Tx, name: string): Promise<(Login & { passwordHash: string }) | undefined> {
  const { rows } = await sql<Login & { passwordHash: string }>`
    select ${login}, w.hash as "passwordHash"
    from customer.person p join customer.customer c on c.id = p.customer_id join session.password w on w.person_id = p.id
    where p.status = 'active' and c.status <> 'locked'
      and p.id in (
        select id from customer.person where lower(username) = ${name}
        union all select id from customer.person where lower(email) = ${name}
        union all select o.id from customer.customer k join customer.person o on o.customer_id = k.id and o.role = 'owner'
          where k.member_code = upper(${name}))
    order by lower(p.username) = ${name} desc, lower(p.email) = ${name} desc limit 1`.execute(tx);
  return rows[0];
}

export async function passwordHashOf(tx: Tx, personId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('session.password')
    .select('hash')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.hash;
}

export async function cookieHashOf(tx: Tx, id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('session.session')
    .select('cookie_hash')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.cookie_hash ?? null;
}

export async function isSessionLive(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`
    select ${isLive} as live from session.session s where s.id = ${id}`.execute(tx);
  return rows[0]?.live ?? false;
}
