import { findViolations } from '@larkmere/ledger/invariants';
import { expect, it } from 'vitest';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import {
  convertAs,
  requestQuoteAs,
  seedPinAuthorisation,
  toConversionOrder,
  toConversionPurpose,
} from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { lookUp, seedWallet, sendAs } from '../../../../../test/fixtures/wallet.ts';

const { db } = await createDatabase();
const sends = Number(process.env.SENDS ?? 40);
const people = 20;
const atOnce = 10;

const pennies = (text: string): number => Math.round(Number(text) * 100);

async function openMember() {
  const who = await seedCustomer(db, { kind: 'wallet' });
  const pounds = await seedWallet(db, who, { balance: '100.00' });
  const baht = await seedWallet(db, who, { currency: 'THB' });
  return { who, pounds, baht, session: await seedSession(db, who) };
}
type Member = Awaited<ReturnType<typeof openMember>> & { lookupId?: string };

async function exchange({ who, pounds, baht, session }: Member): Promise<void> {
  const quoted = await requestQuoteAs(db, who, { amount: '5.00' });
  const order = toConversionOrder(quoted, { source: pounds, target: baht });
  const authorisation = await seedPinAuthorisation(db, who, session, toConversionPurpose(quoted, order));
  await convertAs(db, who, session, { ...order, authorisation });
}

it(`${sends} sends between ${people} wallets, mixed with exchanges, keep every penny`, {
  timeout: 300_000,
}, async () => {
  await seedRates(db);
  await setMarket(db, 'open');
  const members: Member[] = [];
  for (let place = 0; place < people; place++) members.push(await openMember());
  for (const [place, member] of members.entries()) {
    const next = members[(place + 1) % people] as Member;
    const { recipient } = await lookUp(db, member.who, next.who.customer.memberCode);
    member.lookupId = recipient?.lookupId ?? expect.fail('nobody was found');
  }
  const work = Array.from({ length: sends }, (_, number) => async () => {
    const { who, pounds, session, lookupId = '' } = members[(number * 7) % people] as Member;
    await sendAs(db, who, session, { lookupId, source: pounds, amount: `${(number % 3) + 1}.37` });
    return pennies(`${(number % 3) + 1}.37`);
  });
  const exchanges = members.map((member) => async () => {
    await exchange(member);
    return 0;
  });
  const between = Math.max(1, Math.floor(sends / people));
  const queue = work.flatMap((send, number) => {
    const beside = exchanges[number / between];
    return beside ? [send, beside] : [send];
  });
  const outcomes: PromiseSettledResult<unknown>[] = [];
  while (queue.length > 0)
    outcomes.push(...(await Promise.allSettled(queue.splice(0, atOnce).map(async (step) => step?.()))));

  const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(codes.filter((code) => code !== 'insufficient_funds')).toEqual([]);
  const inPounds = await Promise.all(members.map(async ({ pounds }) => (await balancesOf(db, pounds))[0] ?? ''));
  const conversions = await db.selectFrom('fx.conversion').select('sellMinor').execute();
  const sold = conversions.reduce((sum, { sellMinor }) => sum + Number(sellMinor), 0);
  expect(inPounds.reduce((sum, text) => sum + pennies(text), 0)).toBe(people * 10_000 - sold);
  expect(sold).toBeGreaterThan(0);
  const made = await db.selectFrom('member_transfer.transfer').select('id').execute();
  expect(made).toHaveLength(sends - codes.length);
  expect(await findViolations(db)).toEqual([]);
});
