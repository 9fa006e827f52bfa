import type { CardPerson } from '@larkmere/contract/cards/issued-card';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { cardRule } from './issued-card.settings.ts';
import type { PersonLimit } from './issued-card.sql.ts';

export type CardFacts = Readonly<{
  id: string;
  accountEnding: string;
  holderUid: string;
  holderName: string;
  stoppedByName: string | null;
  replacedBy: string | null;
  highest: PersonLimit;
}>;

/** What a card is shown with. Minor units travel as text in JSON. */
export async function selectCardFacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CardFacts>> {
  const { rows } = await sql<Omit<CardFacts, 'highest'> & PersonLimit>`
    select c.id, right(coalesce(a.account_number, a.iban, a.bankholder_id), 4) as account_ending,
      m.id as holder_uid, u.name as holder_name, s.name as stopped_by_name,
      (select r.id from issued_card.card r where r.replaces = c.id and r.state <> 'rejected') as replaced_by,
      least(coalesce(r.max_per_payment_minor, c.per_payment_minor), p.per_payment_minor) as per_payment_minor,
      least(coalesce(r.max_daily_minor, c.daily_minor), p.daily_minor) as daily_minor,
      least(coalesce(r.max_monthly_minor, c.monthly_minor), p.monthly_minor) as monthly_minor
    from issued_card.card c join bank_account.account a on a.id = c.account_id
      join customer.user u on u.id = c.holder_id
      join customer.membership m on m.user_id = c.holder_id and m.customer_id = c.customer_id
      left join customer.user s on s.id = c.stopped_by
      left join issued_card.person_limit p
        on p.customer_id = c.customer_id and p.user_id = c.holder_id and p.currency = c.currency
      left join (${allInForce(cardRule)}) r on r.currency = c.currency
    where c.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ perPaymentMinor, dailyMinor, monthlyMinor, ...facts }) => [
      facts.id,
      { ...facts, highest: { perPaymentMinor, dailyMinor, monthlyMinor } },
    ]),
  );
}

export type CardPersonRow = Readonly<{
  uid: string;
  userId: string;
  name: string;
  role: string;
  phone: string | null;
  accounts: string[] | null;
  /** Amounts are texts of minor units. */
  limits: readonly Readonly<{
    currency: CardPerson['highest'][number]['currency'];
    perPayment: string;
    daily: string;
    monthly: string;
    version: number;
  }>[];
}>;

/** The people of a customer who may have a card. */
export async function selectCardPeople(tx: Tx, customerId: string): Promise<CardPersonRow[]> {
  const { rows } = await sql<CardPersonRow>`
    select m.id as uid, m.user_id, u.name, m.role, u.phone, m.accounts,
      coalesce((select jsonb_agg(jsonb_build_object('currency', p.currency, 'perPayment', p.per_payment_minor::text,
          'daily', p.daily_minor::text, 'monthly', p.monthly_minor::text, 'version', p.version) order by p.currency)
        from issued_card.person_limit p where p.customer_id = m.customer_id and p.user_id = m.user_id), '[]') as limits
    from customer.membership m join customer.user u on u.id = m.user_id
    where m.customer_id = ${customerId} and m.state = 'active' and 'card' = any(m.access)
      and m.role not in ('accountant', 'viewer')
    order by m.created_at, m.id`.execute(tx);
  return rows;
}

type CardOfAccount = Readonly<{ id: string; accountId: string }>;

/** Payments by the card took more than the account had, and not everything that the account owes has been paid yet. */
export async function hasShortfall(tx: Tx, { id, accountId }: CardOfAccount): Promise<boolean> {
  const { rows } = await sql`
    select from card_payment.payment where account_id = ${accountId} and card_id = ${id}
      and recovery_notified_minor < shortfall_minor limit 1`.execute(tx);
  return rows.length > 0;
}

export type RegisteredAddress = Readonly<{
  street?: string;
  buildingNumber?: string;
  town: string;
  postCode?: string;
  country: string;
}>;

export async function selectAddress(tx: Tx, customerId: string): Promise<RegisteredAddress | null> {
  const { rows } = await sql<{ address: RegisteredAddress | null }>`
    select address from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0]?.address ?? null;
}
