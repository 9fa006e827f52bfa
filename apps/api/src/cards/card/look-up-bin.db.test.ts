import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  runJob,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { startCardProcessor } from '../../../../../test/fixtures/card-processor.ts';
import { listAcceptedFunding } from '../top-up/start-top-up.ts';
import { lookUpBin } from './card.read.ts';
import { binLookupPurge } from './card.sql.ts';
import { cardProcessor } from './rails/card-processor.ts';

const { db } = await createDatabase();
const { processor, partner } = await startCardProcessor();
let who: TestUser;
beforeEach(async () => {
  who = await seedCustomer(db, { kind: 'wallet' });
});

const lookUp = (bincode: string, by = processor) =>
  asCustomer(db, who).proceed(lookUpBin(by, listAcceptedFunding), { bincode });

describe('the first digits of a card', () => {
  it.each([
    ['424242', { brand: 'visa', funding: 'debit', country: 'GB', currency: 'GBP', accepted: true, reason: null }],
    ['40000566', { brand: 'visa', funding: 'debit', country: 'FR', currency: 'EUR', accepted: true }],
    [
      '555555',
      {
        brand: 'mastercard',
        funding: 'credit',
        accepted: false,
        reason: 'Nothing was taken. We do not accept credit cards. Use a debit card.',
      },
    ],
    ['520082', { funding: 'prepaid', accepted: false }],
    ['37828224', { brand: 'other', accepted: false }],
    ['499999', { brand: 'visa', funding: null, issuer: null, accepted: true }],
    ['601100', { brand: 'other', funding: null, accepted: false }],
  ])('%s', async (bincode, expected) => {
    expect(await lookUp(bincode)).toMatchObject({ bin: bincode, ...expected });
  });

  it('tell the logo also while the processor does not answer', async () => {
    const silent = cardProcessor({ ...partner, baseUrl: 'http://127.0.0.1:9' });
    expect(await lookUp('555555', silent)).toMatchObject({ brand: 'mastercard', funding: null, accepted: true });
  });

  it('can be looked up 30 times an hour, also in a burst', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 35 }, () => lookUp('424242')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    await expectRefusal(db, 'rate_limited', () => lookUp('424242'));
    const age = (seconds: number) =>
      sql`update card.bin_lookup set at = now() - ${seconds} * interval '1 second' where user_id = ${who.user.id}`.execute(
        db,
      );
    await age(3590);
    await expectRefusal(db, 'rate_limited', () => lookUp('424242'));
    await age(3601);
    expect((await lookUp('424242')).accepted).toBe(true);
    await age(7201);
    await runJob(db, binLookupPurge);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from card.bin_lookup where user_id = ${who.user.id}`.execute(db);
    expect(rows[0]?.n).toBe(0);
  });
});
