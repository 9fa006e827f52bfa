import type { FoundCustomer } from '@larkmere/contract/back-office/customer-search';
import type { contract } from '@larkmere/contract/contract';
import { splitWords } from '@larkmere/contract/platform/search-words';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { maskTyped } from './customer-search.ts';

/** What the typed text could be, beside a name. Null: it cannot be that. */
type TypedIdentifiers = Readonly<{
  memberCode: string | null;
  /** Bank holder id or account number. */
  account: string | null;
  iban: string | null;
  card: string | null;
  email: string | null;
  phones: readonly string[];
  reference: string | null;
  words: readonly string[];
}>;

const maxWords = 6;

export function readIdentifiers(typed: string): TypedIdentifiers {
  const squeezed = typed.replace(/[\s.-]/g, '').toUpperCase();
  const digits = /^\d+$/.test(squeezed) ? squeezed : null;
  const code = /^(?:LM)?(\d{4,9})$/.exec(squeezed)?.[1];
  return {
    memberCode: code === undefined ? null : `LM-${code}`,
    account: digits && digits.length >= 6 && digits.length <= 10 ? digits : null,
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(squeezed) ? squeezed : null,
    card: digits?.length === 4 ? digits : null,
    email: /^\S+@\S+\.\S+$/.test(typed) ? typed.toLowerCase() : null,
    phones: readPhones(typed),
    reference: /^(?=.*\d)[A-Z0-9]{4,16}$/.test(squeezed) ? squeezed : null,
    words: typed.includes('@') ? [] : splitWords(typed).slice(0, maxWords),
  };
}

/** A number without a country is read as British and as Thai, the countries of most customers. */
function readPhones(typed: string): string[] {
  const number = typed.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (/^\+\d{7,15}$/.test(number)) return [number];
  return /^0\d{8,10}$/.test(number) ? [`+44${number.slice(1)}`, `+66${number.slice(1)}`] : [];
}

type FoundRow = Omit<FoundCustomer, 'lastSeenAt'> & Readonly<{ lastSeenAt: Date | null }>;

/**
 * One round trip, each part by an index. Identifiers come first, then names by how well they match. A customer who
 * is found in several ways appears once, by the best.
 */
export async function findCustomers(
  tx: Tx,
  typed: TypedIdentifiers,
  { closedToo, most }: Readonly<{ closedToo: boolean; most: number }>,
): Promise<FoundRow[]> {
  const { memberCode, account, iban, card, email, phones, reference, words } = typed;
  const { rows } = await sql<FoundRow>`
    with hit as materialized (
      select id, 'member_code' as how, 1 as place from customer.customer where member_code = ${memberCode}::text
      union all
      select customer_id, 'account', 2 from bank_account.account where bankholder_id = ${account}::text
      union all
      select customer_id, 'account', 2 from bank_account.account where account_number = ${account}::text
      union all
      select customer_id, 'iban', 2 from bank_account.account where iban = ${iban}::text
      union all
      (select customer_id, 'card', 3 from issued_card.card where last4 = ${card}::text limit ${most})
      union all
      select m.customer_id, 'email', 2 from customer.user u join customer.membership m on m.user_id = u.id
        where lower(u.email) = ${email}::text
      union all
      select m.customer_id, 'phone', 2 from customer.user u join customer.membership m on m.user_id = u.id
        where u.phone = any (${phones}::text[])
      union all
      select customer_id, 'reference', 3 from payment.payment where reference = ${reference}::text
      union all
      select n.id, 'name_' || n.quality, case n.quality when 'exact' then 4 when 'start' then 5 else 6 end
        from search.find_by_name(${words}::text[], ${most}) n where cardinality(${words}::text[]) > 0
    ), best as (
      select distinct on (id) id, how, place from hit order by id, place
    )
    select c.id as uid, c.member_code, c.name, c.kind as type, c.business, c.kyc_status,
      c.state as status, best.how as found_by,
      (select a.value #>> '{}' from kyc.application f join kyc.item i on i.application_id = f.id and i.person_id is null
        join kyc.answer a on a.item_id = i.id and a.name = 'fullName'
        where f.customer_id = c.id and a.value #>> '{}' <> c.name limit 1) as other_name,
      (select max(s.last_seen_at) from customer.membership m join session.session s on s.user_id = m.user_id
        where m.customer_id = c.id and s.ended_at is null and s.visit_id is null) as last_seen_at
    from best join customer.customer c on c.id = best.id
    where c.state <> 'closed' or ${closedToo} or best.place < 4
    order by best.place, c.name, c.member_code limit ${most}`.execute(tx);
  return rows;
}

const maxResults = 50;
const maxRecorded = 20;

/** Every search is recorded with whom it showed. The typed text is kept masked, because the log is never erased. */
export const searchCustomers: Verb<typeof contract.customerSearch.search> = async (ctx, { search, closedToo }) => {
  const rows = await findCustomers(ctx.tx, readIdentifiers(search), { closedToo, most: maxResults + 1 });
  const list = rows.slice(0, maxResults);
  await audit(ctx, 'customer.searched', 'search:customer', {
    typed: maskTyped(search),
    found: list.length,
    customers: list.slice(0, maxRecorded).map(({ uid }) => uid),
  });
  return {
    list: list.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null })),
    hasMore: rows.length > maxResults,
  };
};
