import { kycRequirements } from '@larkmere/contract/customers/kyc-requirements';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Customer } from '../../apps/api/src/customers/customer/customer.ts';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import { type Day, daysAfter, londonTime } from './calendar.ts';

type Answers = Readonly<Record<string, unknown>>;
type ItemRow = Readonly<{ id: string; key: string }>;

const address = { street: '7 Long Lane', town: 'London', postcode: 'EC1A 9HF', country: 'GB' };

/** Identity and address are proven but for the bill, which is too old. */
export async function fillPersonCheck(tx: Tx, customer: Customer, today: Day): Promise<void> {
  const items = await itemsOf(tx, customer);
  const decidedAt = londonTime(daysAfter(today, -1), '10:12');
  await answer(tx, items, 'personal_details', {
    fullName: customer.name,
    dateOfBirth: '1999-09-23',
    nationality: 'GB',
    ...address,
    taxCountry: 'GB',
  });
  await answer(tx, items, 'identity_document', {
    documentType: 'passport',
    documentNumber: '925076113',
    documentCountry: 'GB',
    documentExpiresOn: '2031-05-04',
  });
  await answer(tx, items, 'source_of_funds', {
    accountPurpose: 'salary',
    occupation: 'Set designer',
    personSourceOfFunds: 'salary',
    monthlyVolume: 'up_to_5000',
    countries: ['GB', 'TH'],
  });
  await sql`update kyc.item set state = 'in_review' where id = any(${items.map(({ id }) => id)}::uuid[])`.execute(tx);
  const dueBy = londonTime(daysAfter(today, 12), '17:00');
  await sql`
    update kyc.item set decided_at = ${decidedAt}, saved_at = ${londonTime(daysAfter(today, -2), '17:05')},
      state = case key when 'proof_of_address' then 'rejected' else 'verified' end,
      reason = case key when 'proof_of_address' then 'too_old' end,
      due_by = case key when 'proof_of_address' then ${dueBy}::timestamptz end
    where id = any(${items.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/** A firm that has begun: its details are there, one director has been sent the link. */
export async function fillFirmCheck(tx: Tx, customer: Customer, today: Day): Promise<void> {
  const items = await itemsOf(tx, customer);
  await answer(tx, items, 'company', {
    legalName: customer.name,
    companyNumber: '09214418',
    companyCountry: 'GB',
    legalForm: 'limited_company',
    incorporatedOn: '2019-03-12',
    ...address,
    taxCountry: 'GB',
  });
  await answer(tx, items, 'business_activity', {
    activity: 'Import and sale of hand-woven cloth',
    monthlyVolume: 'up_to_50000',
    countries: ['GB', 'TH', 'DE'],
  });
  const at = londonTime(daysAfter(today, -1), '14:02');
  await sql`update kyc.item set saved_at = ${at} where id = any(${items.map(({ id }) => id)}::uuid[])
    and key in ('company', 'business_activity')`.execute(tx);
  await addPerson(tx, customer, { name: 'Noor Haddad', email: 'noor@larkmere.example', share: 60, invitedAt: null });
  const second = { name: 'Ploy Wattana', email: 'ploy@larkmere.example', share: 40, invitedAt: at };
  await addPerson(tx, customer, second);
}

const itemsOf = (tx: Tx, { id }: Customer): Promise<ItemRow[]> =>
  tx
    .selectFrom('kyc.item as i')
    .innerJoin('kyc.application as a', 'a.id', 'i.applicationId')
    .select(['i.id', 'i.key'])
    .where('a.customerId', '=', id)
    .execute();

async function answer(tx: Tx, items: readonly ItemRow[], key: string, answers: Answers): Promise<void> {
  const item = items.find((each) => each.key === key);
  if (!item) throw new Error(`no item ${key}`);
  await sql`
    insert into kyc.answer (item_id, name, value)
    select ${item.id}, key, value from jsonb_each(${JSON.stringify(answers)}::jsonb)`.execute(tx);
}

type Person = Readonly<{ name: string; email: string; share: number; invitedAt: Date | null }>;

async function addPerson(tx: Tx, { id }: Customer, { name, email, share, invitedAt }: Person): Promise<void> {
  const personId = v7();
  const { id: applicationId } = await tx
    .selectFrom('kyc.application')
    .select('id')
    .where('customerId', '=', id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('kyc.person')
    .values({
      id: personId,
      applicationId,
      name,
      email,
      isDirector: true,
      sharePercent: share.toFixed(2),
      invitedAt,
    })
    .execute();
  const items = kycRequirements.firm_person.map(({ key }, place) => ({
    id: v7(),
    applicationId,
    personId,
    key,
    position: place + 1,
  }));
  await tx.insertInto('kyc.item').values(items).execute();
}
