import { randomUUID } from 'node:crypto';
import type { FoundCustomer } from '@larkmere/contract/back-office/customer-search';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { seedCard } from '../../../../../test/fixtures/issued-card.ts';
import { kycTools } from '../../../../../test/fixtures/kyc.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const staff = await seedStaff(db, { role: 'support' });
const session = await signInStaff(base, staff);

const search = async (text: string, more: object = {}) => {
  const { body } = await session.call('POST', '/v1/manage/customer/search', { search: text, ...more });
  return body.data as { list: FoundCustomer[]; hasMore: boolean };
};
const namesOf = async (text: string) => (await search(text)).list.map(({ name, foundBy }) => [name, foundBy]);

const anong = await seedCustomer(db, { name: 'Anong Srisuk' });
const somsak = await seedCustomer(db, { name: 'Somsak Srisuk', kind: 'wallet' });
await seedCustomer(db, { name: 'อนงค์ ศรีสุข' });
await seedCustomer(db, { name: 'Małgorzata O’Neil' });
const account = await seedAccount(db, anong);
await seedCard(db, anong, account);
await sql`update bank_account.account set iban = 'GB17LARK04062141728856' where id = ${account.id}`.execute(db);
await sql`update customer.user set phone = '+447700900417' where id = ${anong.user.id}`.execute(db);

describe('search by identifier', () => {
  it('finds the member code, account number, IBAN, card, e-mail and phone as a whole', async () => {
    const { accountNumber: number, bankholderId: holder } = await db
      .selectFrom('bank_account.account')
      .select(['accountNumber', 'bankholderId'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    const { email } = await db
      .selectFrom('customer.user')
      .select('email')
      .where('id', '=', anong.user.id)
      .executeTakeFirstOrThrow();
    for (const [typed, foundBy] of [
      [anong.customer.memberCode.toLowerCase(), 'member_code'],
      [holder, 'account'],
      [number ?? '', 'account'],
      ['gb17 lark 0406 2141 7288 56', 'iban'],
      ['4417', 'card'],
      [email.toUpperCase(), 'email'],
      ['07700 900417', 'phone'],
    ])
      expect((await search(typed ?? '')).list, typed).toMatchObject([{ uid: anong.customer.id, foundBy }]);
    expect((await search('GB17 LARK 0406')).list).toEqual([]);
  });

  it('finds the payer by the reference of a payment', async () => {
    const id = await seedPaymentRow(db, anong, account, await seedPayee(db, anong));
    const { rows } = await sql<{ reference: string }>`select reference from payment.payment where id = ${id}`.execute(
      db,
    );
    const [found] = (await search(rows[0]?.reference ?? '')).list.filter(({ foundBy }) => foundBy === 'reference');
    expect(found).toMatchObject({ uid: anong.customer.id });
  });
});

describe('search by name', () => {
  it('puts exact words first, then beginnings, then close spellings, in any order of words', async () => {
    expect(await namesOf('srisuk')).toEqual([
      ['Anong Srisuk', 'name_exact'],
      ['Somsak Srisuk', 'name_exact'],
      ['อนงค์ ศรีสุข', 'name_close'],
    ]);
    expect(await namesOf('sris ano')).toEqual([['Anong Srisuk', 'name_start']]);
    expect((await namesOf('Annong Srisook'))[0]).toEqual(['Anong Srisuk', 'name_close']);
    expect(await namesOf('malgorzata oneill')).toEqual([]);
    expect((await namesOf('malgorzta'))[0]?.[0]).toBe('Małgorzata O’Neil');
  });

  it('finds Thai names, also misspelt and from the middle, and a Latin customer by the Thai name of the identity check', async () => {
    expect((await namesOf('ศรีสุข'))[0]).toEqual(['อนงค์ ศรีสุข', 'name_exact']);
    expect((await namesOf('ศรีสุก')).map(([name]) => name)).toContain('อนงค์ ศรีสุข');
    const who = await kycTools(db).seedPerson();
    await sql`insert into kyc.answer (item_id, name, value)
      select i.id, 'fullName', to_jsonb('กนกวรรณ แก้วมณี'::text) from kyc.item i
        join kyc.application f on f.id = i.application_id
      where f.customer_id = ${who.customer.id} and i.key = 'personal_details'
      on conflict (item_id, name) do update set value = excluded.value`.execute(db);
    expect((await search('แก้วมณี')).list).toMatchObject([{ uid: who.customer.id, otherName: 'กนกวรรณ แก้วมณี' }]);
  });

  it('follows a new name, and forgets words that no customer has any more', async () => {
    await sql`update customer.customer set name = 'Kanokwan Bprasert' where id = ${somsak.customer.id}`.execute(db);
    await sql`update customer.user set name = 'Kanokwan Bprasert' where id = ${somsak.user.id}`.execute(db);
    expect(await namesOf('Kanokwan')).toEqual([['Kanokwan Bprasert', 'name_exact']]);
    expect(await namesOf('Somsak')).toEqual([]);
    const { rows } = await sql`select from search.name_word where word = 'somsak'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('leaves out closed customers unless asked for', async () => {
    await seedCustomer(db, { name: 'Wilhelmina Closing', status: 'closed' });
    expect((await search('Wilhelmina')).list).toEqual([]);
    expect((await search('Wilhelmina', { closedToo: true })).list).toHaveLength(1);
  });
});

it('records every search under the member of staff, with whom it showed and no name in full', async () => {
  await search('Anong Srisuk');
  const { rows } = await sql<{ actor: string; detail: { typed: string; customers: string[] } }>`
    select actor_id as actor, detail from platform.audit where action = 'customer.searched' order by id desc limit 1`.execute(
    db,
  );
  expect(rows[0]).toMatchObject({ actor: staff.id, detail: { typed: 'An••• Sr••••', customers: [anong.customer.id] } });
  const short = await session.call('POST', '/v1/manage/customer/search', { search: 'a', idempotency: randomUUID() });
  expect(short.body).toMatchObject({ code: 'validation_failed' });
});
