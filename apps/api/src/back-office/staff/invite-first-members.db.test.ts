import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { caller, startTestApi, testPepper } from '../../../../../test/fixtures/api-server.ts';
import { asSystem, createDatabase } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { deriveStaffInvitationKey } from './staff.ts';
import { inviteFirstMembers } from './staff-invitation.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });

const people = [
  { name: 'Ada Fitch', username: 'ada', email: 'ada@larkmere.example' },
  { name: 'Kwame Osei', username: 'kwame', email: 'kwame@larkmere.example' },
] as const;
const inviteAll = (given: Parameters<typeof inviteFirstMembers>[2] = people) =>
  asSystem(db, (ctx) => inviteFirstMembers(ctx, deriveStaffInvitationKey(testPepper), given));

it('gives a new installation two members of staff, once', async () => {
  expect((await Promise.all([inviteAll(), inviteAll()])).toSorted()).toEqual([false, true]);
  for (const { username, email } of people) {
    const [letter] = await waitForMails(email, 1);
    const token = /manage-invitation#(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
    const accepted = await caller(base)('POST', '/v1/manage/invitation', {
      token,
      password: 'the otter swims upstream',
      idempotency: randomUUID(),
    });
    expect(accepted.body.data).toEqual({ username });
  }
  expect(await inviteAll()).toBe(false);
});

it('gives two more where nobody active can approve', async () => {
  const others = [
    { name: 'Nok Chaiyo', username: 'nok', email: 'nok@larkmere.example' },
    { name: 'Ben Mills', username: 'ben', email: 'ben@larkmere.example' },
  ] as const;
  expect(await inviteAll(others)).toBe(false);
  await sql`update staff.member set status = 'suspended' where role = 'super'`.execute(db);
  expect((await Promise.all([inviteAll(others), inviteAll(others)])).toSorted()).toEqual([false, true]);
});
