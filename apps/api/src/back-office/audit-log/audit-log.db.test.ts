import type { AuditEntry } from '@larkmere/contract/back-office/audit-log';
import { expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../test/fixtures/database.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const support = await seedStaff(db, { role: 'support' });
const session = await signInStaff(base, support);
const auditor = await signInStaff(base, await seedStaff(db, { role: 'auditor' }));
const { customer } = await seedCustomer(db, { name: 'Anong Srisuk' });
const other = await seedCustomer(db, { name: 'Boon Chaiyo' });

type Found = { list: AuditEntry[]; hasMore: boolean; chain: { entries: string; at: string } };
const search = async (filter: object): Promise<Found> =>
  (await auditor.call('POST', '/v1/manage/audit/search', filter)).body.data as Found;

await session.call('GET', `/v1/manage/customer/${customer.id}`);
await session.call('GET', `/v1/manage/customer/${other.customer.id}`);

it('finds what staff did by customer, by actor, by action and by entity', async () => {
  const seen = (found: Found) => found.list.map(({ action, entity }) => [action, entity]);
  const viewed = ['customer.viewed', `customer:${customer.id}`];
  expect(seen(await search({ customer: customer.memberCode.toLowerCase() }))).toEqual([viewed]);
  expect(seen(await search({ actor: support.username, action: 'customer.' }))).toEqual([
    ['customer.viewed', `customer:${other.customer.id}`],
    viewed,
  ]);
  expect(seen(await search({ entity: `customer:${customer.id}` }))).toEqual([viewed]);
  expect((await search({ customer: 'LM-00000' })).list).toEqual([]);
  // A sign of the pattern is no wildcard.
  expect((await search({ action: 'customer%' })).list).toEqual([]);
});

it('checks each row against the chain, and shows one that was altered', async () => {
  const find = async () => (await search({ customer: customer.memberCode })).list[0];
  for (let i = 0; i < 100 && (await find())?.chain === 'waiting'; i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await find()).toMatchObject({
    chain: 'verified',
    actorKind: 'staff',
    actor: expect.stringMatching(/^Staff \d+$/),
  });
  await asOwner({ url }, 'alter table platform.audit disable trigger audit_append_only');
  await asOwner(
    { url },
    `update platform.audit set detail = '{"hidden": true}' where entity = 'customer:${customer.id}'`,
  );
  expect((await find())?.chain).toBe('altered');
  expect((await search({ customer: other.customer.memberCode })).list[0]?.chain).toBe('verified');
});

it('records the search and the export, masked, with the reason', async () => {
  await search({ actor: 'Anong Srisuk' });
  const { list } = await search({ action: 'audit_log.searched' });
  expect(list.some(({ detail }) => (detail as { actor: string }).actor === 'An••• Sr••••')).toBe(true);
  const reason = encodeURIComponent('The yearly audit asks for it');
  const path = `/v1/manage/audit/export?action=customer.viewed&reason=${reason}`;
  const file = await fetch(`${base}/api/services${path}`, {
    headers: { authorization_manage: auditor.token, cookie: auditor.cookie },
  });
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(await file.text()).toContain(`customer.viewed,customer:${other.customer.id}`);
  expect((await search({ action: 'audit_log.exported' })).list[0]?.detail).toMatchObject({
    rows: 2,
    reason: 'The yearly audit asks for it',
  });
  const short = await auditor.call('GET', '/v1/manage/audit/export?reason=short');
  expect(short.body).toMatchObject({ code: 'validation_failed' });
});

it('pages without gaps', async () => {
  for (let i = 0; i < 60; i++) await session.call('GET', `/v1/manage/customer/${customer.id}`);
  const first = await search({ customer: customer.memberCode });
  expect(first).toMatchObject({ hasMore: true });
  const rest = await search({ customer: customer.memberCode, after: first.list.at(-1)?.id });
  expect(new Set([...first.list, ...rest.list].map(({ id }) => id)).size).toBe(61);
});
