import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** `names`: of the account and of the person who registered it, in whatever script. */
export type AccountIdentity = Readonly<{
  name: string;
  names: readonly string[];
  ownerId: string | null;
  dateOfBirth: string | null;
}>;

export async function selectAccountIdentity(tx: Tx, customerId: string): Promise<AccountIdentity> {
  const { rows } = await sql<AccountIdentity>`
    select c.name, array_remove(array[c.name, case when not c.business then u.name end], null) as names, u.id as owner_id,
      u.date_of_birth
    from customer.customer c
      left join lateral (select p.id, p.name, p.date_of_birth from customer.membership m join customer.user p on p.id = m.user_id
        where m.customer_id = c.id and m.role = 'owner' and m.state <> 'removed' order by p.id limit 1) u on true
    where c.id = ${customerId}`.execute(tx);
  const [identity] = rows;
  if (!identity) throw new Error(`no customer ${customerId}`);
  return identity;
}

type Proof = Readonly<{ item: string; numbers: readonly string[]; documents: readonly string[] }>;
export type ReusedProof = Readonly<{ item: string; kind: 'reused_number' | 'reused_file'; owner: string }>;

/**
 * Document numbers and files of these items that prove another person, or another item, too. What was never submitted
 * does not count. `owner`: name and member code of the other customer.
 */
export async function selectReusedProofs(tx: Tx, proofs: readonly Proof[]): Promise<ReusedProof[]> {
  const given = JSON.stringify(proofs);
  const { rows } = await sql<ReusedProof>`
    with proof as (select * from jsonb_to_recordset(${given}::jsonb) as p (item uuid, numbers jsonb, documents jsonb)),
    used as (
      select p.item, 'reused_number' as kind, a.item_id as other
      from proof p cross join jsonb_array_elements_text(p.numbers) as n (number)
        join kyc.answer a on a.name = 'documentNumber' and a.item_id <> p.item
          and regexp_replace(upper(a.value #>> '{}'), '[^A-Z0-9]', '', 'g') = n.number
      union
      select p.item, 'reused_file', l.item_id
      from proof p cross join jsonb_array_elements_text(p.documents) as f (document)
        join document.document d on d.id = f.document::uuid
        join document.document e on e.sha256 = d.sha256 and e.purpose = 'identity_check' and e.id <> d.id
        join kyc.item_document l on l.document_id = e.id and l.item_id <> p.item)
    select distinct u.item, u.kind, c.name || ' (' || c.member_code || ')' as owner
    from used u join kyc.item i on i.id = u.other and i.key in ('identity_document', 'selfie')
      join kyc.application a on a.id = i.application_id and a.submitted_at is not null
      join customer.customer c on c.id = a.customer_id
    order by u.item, u.kind, owner`.execute(tx);
  return rows;
}
