import { randomUUID } from 'node:crypto';
import type { NoticeOfRise, SettingDocument } from '@larkmere/contract/back-office/setting';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { asCustomer, createDatabase, runJob, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { isDue } from '../../customers/price-notice/price-notice.sql.ts';
import { priceNotices } from '../../customers/price-notice/send-notices.ts';
import { showTariff } from '../../payments/pricing/pricing.read.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail });
const [author, supervisor, finance, support] = [
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'super' })),
  await signInStaff(base, await seedStaff(db, { role: 'finance' })),
  await signInStaff(base, await seedStaff(db, { role: 'support' })),
];

type Row = Record<string, unknown>;
const swift = '/v1/manage/setting/swiftpayment';
const show = async (): Promise<SettingDocument> => (await author.call('GET', swift)).body.data;
const feeOf = async (currency: string, tier: string): Promise<Row> =>
  (((await show()).data as Record<string, Row[]>).fees ?? []).find(
    (row) => row.currency === currency && row.tier === tier,
  ) as Row;
const reason = 'Agreed in the pricing meeting of November.';
const propose = async (data: object, takesEffectAt: string | null = null, address = swift) => {
  const uid = randomUUID();
  const sent = { uid, data, takesEffectAt, reason, idempotency: randomUUID() };
  return { uid, ...(await author.call('POST', address, sent)) };
};
const decide = (uid: string, verb = 'approve', sent: object = {}, by = supervisor, address = swift) =>
  by.call('POST', `${address}/${uid}/${verb}`, { ...sent, idempotency: randomUUID() });
const noticeFor = async (data: object): Promise<NoticeOfRise> =>
  (await author.call('POST', `${swift}/preview`, { data })).body.data.notice;
const rollBack = async (uid: string) => {
  const change = randomUUID();
  return { uid: change, ...(await decide(uid, 'roll-back', { change, reason }, author)) };
};
const schedule = async (data: object): Promise<string> => {
  const { suggested } = await noticeFor(data);
  const { uid, body } = await propose(data, suggested);
  expect(body.data).toEqual({ uid, state: 'proposed' });
  expect((await decide(uid)).body.data).toEqual({ uid, state: 'scheduled' });
  return uid;
};
const send = () => runJob(db, priceNotices);
/** The API runs the job too: what it has begun is due until it ends. */
const delivered = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
        select (select count(*) from price_notice.notice where ${isDue})
          + (select count(*) from platform.delivery where done_at is null)
          + (select count(*) from platform.event where not is_fanned_out) as n`.execute(db);
        return Number(rows[0]?.n);
      },
      { timeout: 15_000 },
    )
    .toBe(0);
const notices = async ({ user }: TestUser) =>
  (
    await sql<{ type: string; message: string; link: string }>`
      select type, message, link from notification.notification
      where user_id = ${user.id} and type like 'price_rise.%' order by created_at, type`.execute(db)
  ).rows;
let [plus, wallet]: TestUser[] = [];
async function seedCustomers(): Promise<void> {
  plus = await seedCustomer(db, { kind: 'plus', name: 'Anong Srisuk' });
  wallet = await seedCustomer(db, { kind: 'wallet', name: 'Bertram Vale' });
}
beforeAll(async () => {
  await setMarket(db, 'open');
  await seedRates(db);
  await seedCustomers();
});
const who = () => ({ plus: plus as TestUser, wallet: wallet as TestUser });

describe('a fee that rises', () => {
  it('is refused for at once, and before two months have passed, with the field and the first day', async () => {
    const data = { fees: [{ ...(await feeOf('USD', 'plus')), fixed: '99.00' }] };
    const early = new Date(Date.now() + 50 * 86_400_000).toISOString();
    for (const at of [null, early]) {
      const { status, body } = await propose(data, at);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toMatchObject([
        {
          field: 'takesEffectAt',
          reason: { code: 'setting_rise_needs_notice', params: { earliest: expect.any(String) } },
        },
      ]);
    }
    const { suggested, earliest } = await noticeFor(data);
    expect(suggested > earliest).toBe(true);
    expect((await propose(data, new Date(Date.parse(earliest) + 60_000).toISOString())).status).toBe(200);
    expect((await propose(data, new Date(Date.parse(earliest) - 60_000).toISOString())).status).toBe(400);
  });

  it('is no rise where it falls, or where a margin moves', async () => {
    const lower = { fees: [{ ...(await feeOf('USD', 'plus')), fixed: '1.00' }] };
    expect(await noticeFor(lower)).toBeNull();
    expect((await propose(lower)).status).toBe(200);
    const pairs = '/v1/manage/setting/cab-pair-currencies';
    const pair = (await author.call('GET', pairs)).body.data.data.pairs[0];
    expect((await propose({ pairs: [{ ...pair, marginBps: 999 }] }, null, pairs)).status).toBe(200);
    const withFee = await propose({ pairs: [{ ...pair, fee: '3.00' }] }, null, pairs);
    expect(withFee.body.errors).toMatchObject([{ field: 'takesEffectAt' }]);
  });

  it.each([
    ['rules', { topUps: ['currency', 'GBP', { feeBps: 300 }] }],
    ['rules', { cardLimits: ['currency', 'GBP', { replacementFee: '40.00' }] }],
    ['rules', { cardPayments: [undefined, undefined, { abroadFeeBps: 499 }] }],
    ['swiftpayment', { charges: ['currency', 'EUR', { ourFee: '400.00' }] }],
  ] as const)('is found in %s %o', async (page, change) => {
    const address = `/v1/manage/setting/${page}`;
    const [[sheet, [column, value, over]]] = Object.entries(change) as [[string, [string, string, object]]];
    const rows = (await author.call('GET', address)).body.data.data[sheet] as Row[];
    const row = rows.find((each) => column === undefined || each[column] === value);
    const answer = await propose({ [sheet]: [{ ...row, ...over }] }, null, address);
    expect(answer.body.errors).toMatchObject([{ field: 'takesEffectAt' }]);
  });

  it('is found in a campaign that adds to a fee, and not in a discount that ends', async () => {
    const address = '/v1/manage/setting/setting-marketing';
    const campaign = {
      code: 'ADDED',
      label: 'Handling',
      audience: 'wallet',
      product: 'swift',
      currency: 'GBP',
      pair: null,
      effect: 'add',
      unit: 'fixed',
      value: '2.00',
      cap: null,
      ends: null,
    };
    const refused = await propose({ campaigns: [campaign] }, null, address);
    expect(refused.body.errors).toMatchObject([{ field: 'takesEffectAt' }]);
    const yen = await propose({ campaigns: [{ ...campaign, currency: 'JPY', value: '300' }] }, null, address);
    expect(yen.body.errors).toMatchObject([{ field: 'takesEffectAt' }]);
    const discount = { ...campaign, effect: 'discount', value: '1.00' };
    expect((await propose({ campaigns: [discount] }, null, address)).status).toBe(200);
  });

  it('cannot be restored at once after it was lowered', async () => {
    const before = await feeOf('THB', 'plus');
    const { uid } = await propose({ fees: [{ ...before, fixed: '1.00' }] });
    expect((await decide(uid)).body.data).toMatchObject({ state: 'live' });
    const back = await rollBack(uid);
    expect(back.body.errors).toMatchObject([{ field: 'uid', reason: { code: 'setting_roll_back_raises' } }]);
    expect(await feeOf('THB', 'plus')).toMatchObject({ fixed: '1.00' });
  });

  it('is refused at the approval if the date came too close', async () => {
    const data = { fees: [{ ...(await feeOf('JPY', 'plus')), fixed: '9000' }] };
    const { uid } = await propose(data, (await noticeFor(data)).suggested);
    await writeSettings(db, sql`insert into price_notice.rule values ('plus', 4, 7, clock_timestamp(), null)`);
    expect((await decide(uid)).body.errors).toMatchObject([{ field: 'takesEffectAt' }]);
    await writeSettings(db, sql`delete from price_notice.rule where notice_months = 4`);
    expect((await decide(uid)).body.data).toMatchObject({ state: 'scheduled' });
    await writeSettings(db, sql`delete from payment.fee_rule where change_id = ${uid}`);
    await sql`update price_notice.notice set withdrawn_at = now(), withdrawal_sent_at = now() where id = ${uid}`.execute(
      db,
    );
  });

  it('has a notice of two months at least, in the database too', async () => {
    const shorter = writeSettings(
      db,
      sql`insert into price_notice.rule values ('plus', 1, 7, clock_timestamp(), null)`,
    );
    await expect(shorter).rejects.toThrow('notice_months');
  });
});

describe('who pays more', () => {
  it('is counted, and listed page by page with the names kept in the audit log', async () => {
    const rows = [{ ...(await feeOf('USD', 'plus')), fixed: '99.00' }];
    const notice = await noticeFor({ fees: rows });
    expect(notice).toMatchObject({
      customers: 1,
      canSplit: false,
      rises: [{ product: 'swift', tier: 'plus', currency: 'USD', unit: 'fixed', after: '99.00' }],
    });
    const list = (size: number, by = finance) =>
      by.call('POST', `${swift}/pay-more`, { data: { fees: rows }, page: 1, size });
    const { body } = await list(1);
    expect(body.data).toMatchObject({
      total: 1,
      list: [
        {
          customerId: who().plus.customer.id,
          name: 'Anong Srisuk',
          memberCode: who().plus.customer.memberCode,
          tier: 'plus',
          rise: { example: { after: { amount: '99.00', currency: 'USD' } } },
        },
      ],
    });
    const audited = await sql<{ detail: { customers: string[] } }>`
      select detail from platform.audit where action = 'setting.customers_listed' order by id desc limit 1`.execute(db);
    expect(audited.rows[0]?.detail.customers).toEqual([who().plus.customer.id]);
    expect((await list(1, support)).status).toBe(403);
    const both = [...rows, { ...(await feeOf('USD', 'wallet')), fixed: '99.00' }];
    const second = await finance.call('POST', `${swift}/pay-more`, { data: { fees: both }, page: 2, size: 1 });
    expect(second.body.data).toMatchObject({ total: 2, page: 2, list: [{ name: 'Bertram Vale', tier: 'wallet' }] });
  });

  it('waits on its own while the others pay less at once', async () => {
    const [up, down] = [await feeOf('EUR', 'plus'), await feeOf('EUR', 'wallet')];
    const data = {
      fees: [
        { ...up, fixed: '98.00' },
        { ...down, fixed: '0.50' },
      ],
    };
    expect(await noticeFor(data)).toMatchObject({ canSplit: true });
    const [uid, later] = [randomUUID(), randomUUID()];
    const split = (sent: object) =>
      author.call('POST', `${swift}/split`, { uid, later, reason, idempotency: randomUUID(), ...sent });
    expect((await split({ data: { fees: [{ ...up, fixed: '98.00' }] } })).body.errors).toMatchObject([
      { field: 'data', reason: { code: 'setting_nothing_to_split' } },
    ]);
    const { body } = await split({ data });
    expect(body.data).toMatchObject({ now: { uid, state: 'proposed' }, later: { uid: later, state: 'proposed' } });
    expect((await decide(uid)).body.data).toMatchObject({ state: 'live' });
    expect((await decide(later)).body.data).toMatchObject({ state: 'scheduled' });
    expect(await feeOf('EUR', 'wallet')).toMatchObject({ fixed: '0.50' });
    expect(await feeOf('EUR', 'plus')).toEqual(up);
    const back = await rollBack(later);
    await decide(back.uid);
  });
});

describe('customers', () => {
  // Whom no rise of the tests above was announced to.
  beforeAll(seedCustomers);

  it('are informed once by notification and e-mail, see the coming fee, and are informed when it is cancelled', async () => {
    const former = await feeOf('USD', 'plus');
    const uid = await schedule({ fees: [{ ...former, fixed: '77.00' }] });
    await send();
    await send();
    await delivered();
    const [notice, ...others] = await notices(who().plus);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ type: 'price_rise.announced', link: '/price-tariff' });
    expect(notice?.message).toContain(`${former.fixed} USD now, 77.00 USD from then`);
    expect(notice?.message).toContain('close your account free of charge');
    expect(await notices(who().wallet)).toEqual([]);
    const [letter] = await waitForMails(who().plus.user.email);
    expect(letter?.subject).toBe('We’re changing our fees');
    for (const part of ['77.00 USD', '/price-tariff', '/request/delete/account']) expect(letter?.text).toContain(part);

    const tariff = await asCustomer(db, who().plus).run(showTariff, {});
    expect(tariff.coming).toMatchObject([{ rises: [{ currency: 'USD', before: former.fixed, after: '77.00' }] }]);
    expect((await asCustomer(db, who().wallet).run(showTariff, {})).coming).toEqual([]);

    const back = await rollBack(uid);
    expect((await decide(back.uid)).status).toBe(200);
    await send();
    await send();
    await delivered();
    expect((await notices(who().plus)).map(({ type }) => type)).toEqual(['price_rise.cancelled']);
    await expect.poll(async () => (await mailsTo(who().plus.user.email)).length, { timeout: 15_000 }).toBe(2);
    expect((await asCustomer(db, who().plus).run(showTariff, {})).coming).toEqual([]);
    expect(await feeOf('USD', 'plus')).toEqual(former);
  });
});
