import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../apps/api/src/platform/db/db.ts';

/** An active card without limits on every account. */
export async function issueCards(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into issued_card.card (id, customer_id, account_id, bankholder_id, currency, holder_id, holder_name,
      embossed_name, format, design, phone, document, state, processor_state, brand, last4, expiry_month, expiry_year,
      per_payment_minor, daily_minor, monthly_minor)
    select gen_random_uuid(), a.customer_id, a.id, a.bankholder_id, a.currency, u.id, u.name, 'BENCH', 'virtual', 'mere',
      '+442079460018', '{}', 'active', 'active', 'visa', '4417', 12, extract(year from now())::int + 2,
      ${10n ** 12n}, ${10n ** 12n}, ${10n ** 12n}
    from bank_account.account a join customer.membership m on m.customer_id = a.customer_id
    join customer.user u on u.id = m.user_id
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const merchant = { name: 'Pepperpot Kitchen', city: 'London', country: 'GB', category: '5812' } as const;
const answerMs = 2000;

export function authorisationOf(cardId: string) {
  const now = Date.now();
  const amount = { amount: '0.01', currency: 'GBP' } as const;
  return {
    requestId: randomUUID(),
    paymentId: randomUUID(),
    cardId,
    kind: 'payment',
    at: new Date(now).toISOString(),
    answerBy: new Date(now + answerMs).toISOString(),
    merchant,
    channel: 'contactless',
    original: amount,
    billing: amount,
    partialAllowed: false,
  } as const;
}

export type Decided = Readonly<{ approved: number; declined: number; held: number }>;

export async function countDecisions(db: Db): Promise<Decided> {
  const { rows } = await sql<Decided>`
    select count(*) filter (where decision = 'approved')::int as approved,
      count(*) filter (where decision = 'declined')::int as declined,
      (select count(*)::int from ledger.hold h join card_payment.payment p on p.hold_id = h.op_id) as held
    from card_payment.decision`.execute(db);
  return rows[0] ?? { approved: 0, declined: 0, held: 0 };
}
