import { randomUUID } from 'node:crypto';
import type { SettingDocument, SettingEffect } from '@larkmere/contract/back-office/setting';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { caller, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { asCustomer, createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { requestQuoteAs } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { showTariff } from '../../payments/pricing/pricing.read.ts';
import { calculatePrice } from '../../payments/pricing/pricing.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const [settings, other, supervisor, finance, dealer, support, auditor] = [
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'super' })),
  await signInStaff(base, await seedStaff(db, { role: 'finance' })),
  await signInStaff(base, await seedStaff(db, { role: 'dealer' })),
  await signInStaff(base, await seedStaff(db, { role: 'support' })),
  await signInStaff(base, await seedStaff(db, { role: 'auditor' })),
];
type Session = typeof settings;
type Name = 'autofx' | 'swiftpayment' | 'rate-offtime' | 'setting-marketing' | 'cab-pair-currencies';

const address = (setting: Name) => `/v1/manage/setting/${setting}`;
const show = async (setting: Name, by = settings): Promise<SettingDocument> =>
  (await by.call('GET', address(setting))).body.data;
const propose = async (setting: Name, data: object, over: object = {}, by = settings) => {
  const uid = randomUUID();
  const reason = 'Agreed in the pricing meeting of November.';
  const answer = await by.call('POST', address(setting), { uid, data, reason, idempotency: randomUUID(), ...over });
  return { ...answer, uid };
};
const decide = (by: Session, setting: Name, uid: string, verb = 'approve', sent: object = {}) =>
  by.call('POST', `${address(setting)}/${uid}/${verb}`, { ...sent, idempotency: randomUUID() });
const rollBack = async (setting: Name, uid: string) => {
  const change = randomUUID();
  const reason = 'The partner bank took its change back.';
  return { ...(await decide(settings, setting, uid, 'roll-back', { change, reason })), uid: change };
};
const change = async (setting: Name, data: object, over: object = {}): Promise<string> => {
  const { uid, body } = await propose(setting, data, over);
  expect(body.data).toEqual({ uid, state: 'proposed' });
  const approved = await decide(supervisor, setting, uid);
  expect(approved.status).toBe(200);
  return uid;
};
const preview = (setting: Name, sent: object, by = settings) =>
  by.call('POST', `${address(setting)}/preview`, { ...sent, idempotency: randomUUID() });
const fieldsOf = ({ body }: { body: { errors?: { field: string }[] } }) =>
  (body.errors ?? []).map(({ field }) => field);
const stateOf = async (setting: Name, uid: string) =>
  (await show(setting)).changes.find((each) => each.uid === uid)?.state;

type Row = Record<string, unknown>;
const rowsOf = (document: SettingDocument, sheet: string) => (document.data as Record<string, Row[]>)[sheet] ?? [];
const pairOf = async (sell: string, buy: string, tier: string): Promise<Row> =>
  rowsOf(await show('cab-pair-currencies'), 'pairs').find(
    (row) => row.sell === sell && row.buy === buy && row.tier === tier,
  ) ?? {};
const rowOf = async (sheet: string, currency: string): Promise<Row> =>
  rowsOf(await show('swiftpayment'), sheet).find((row) => row.currency === currency) ?? {};

let customer: TestUser;
beforeAll(async () => {
  await setMarket(db, 'open');
  await seedRates(db);
  customer = await seedCustomer(db, { kind: 'wallet' });
  await seedCustomer(db, { kind: 'plus' });
});
const marginOf = async (buy: 'EUR' | 'THB') => (await requestQuoteAs(db, customer, { buy })).marginBps;

describe('the documents', () => {
  it('show the rows in force to those who may read them, and nothing of another area', async () => {
    expect(await show('autofx')).toMatchObject({
      setting: 'autofx',
      version: 1,
      status: 'live',
      createdBy: null,
      data: { maxActivePerCustomer: 20, defaultSlippageBps: 75, maxValidityDays: 180, offHours: 'hold' },
      sheets: [{ key: 'rules', canPropose: true, canApprove: false }],
    });
    expect(await show('rate-offtime')).toMatchObject({ data: { timezone: 'UTC', weekly: [], policy: 'markup' } });
    expect(await rowOf('currencies', 'USD')).toMatchObject({ min: '1.00', opens: '00:00', cutoff: '24:00' });
    expect(await pairOf('GBP', 'JPY', 'plus')).toMatchObject({ marginBps: 35, fee: '0.00', max: '250000.00' });
    const ofFinance = await show('swiftpayment', finance);
    expect(ofFinance.sheets).toMatchObject([
      { key: 'fees', canPropose: true, canApprove: false, version: 1 },
      { key: 'charges', canPropose: true, canApprove: false, version: 1 },
    ]);
    expect(Object.keys(ofFinance.data)).toEqual(['fees', 'charges']);
    expect((await show('cab-pair-currencies')).rates).toContainEqual(
      expect.objectContaining({ currency: 'THB', isStale: false, source: expect.any(String) }),
    );
  });

  it('open by role', async () => {
    const opens = async (by: Session) =>
      Promise.all(
        (['autofx', 'swiftpayment', 'rate-offtime', 'cab-pair-currencies'] as const).map(
          async (name) => (await by.call('GET', address(name))).status,
        ),
      );
    expect(await opens(dealer)).toEqual([403, 200, 200, 200]);
    expect(await opens(finance)).toEqual([403, 200, 403, 200]);
    expect(await opens(support)).toEqual([403, 403, 403, 403]);
    expect(await opens(auditor)).toEqual([200, 200, 200, 200]);
  });
});

describe('a margin', () => {
  it('takes a second person, then is what the customer pays, and rolls back', async () => {
    const before = await pairOf('GBP', 'EUR', 'wallet');
    expect(await marginOf('EUR')).toBe(90);
    const { uid } = await propose('cab-pair-currencies', { pairs: [{ ...before, marginBps: 110 }] });
    expect(await marginOf('EUR')).toBe(90);
    expect(await decide(settings, 'cab-pair-currencies', uid)).toMatchObject({ status: 403 });
    expect((await decide(supervisor, 'cab-pair-currencies', uid)).body.data).toEqual({ uid, state: 'live' });
    expect(await marginOf('EUR')).toBe(110);
    const document = await show('cab-pair-currencies', auditor);
    expect(document).toMatchObject({
      version: 2,
      createdBy: expect.stringMatching(/^Staff/),
      approvedBy: expect.any(String),
    });
    expect(document.changes[0]?.changes).toEqual([
      { row: 'GBP EUR wallet', column: 'marginBps', from: '90', to: '110' },
    ]);
    const back = await rollBack('cab-pair-currencies', uid);
    expect(back.body.data).toMatchObject({ state: 'proposed' });
    expect(await marginOf('EUR')).toBe(110);
    await decide(supervisor, 'cab-pair-currencies', back.uid);
    expect(await marginOf('EUR')).toBe(90);
    expect(await stateOf('cab-pair-currencies', uid)).toBe('rolled_back');
  });

  it('holds from its time on, and is called off before', async () => {
    const row = await pairOf('GBP', 'THB', 'wallet');
    const takesEffectAt = new Date(Date.now() + 86_400_000).toISOString();
    const uid = await change('cab-pair-currencies', { pairs: [{ ...row, marginBps: 130 }] }, { takesEffectAt });
    expect(await stateOf('cab-pair-currencies', uid)).toBe('scheduled');
    expect(await marginOf('THB')).toBe(90);
    const back = await rollBack('cab-pair-currencies', uid);
    await decide(supervisor, 'cab-pair-currencies', back.uid);
    expect(await stateOf('cab-pair-currencies', uid)).toBe('rolled_back');
    const soon = new Date(Date.now() + 2000).toISOString();
    await change('cab-pair-currencies', { pairs: [{ ...row, marginBps: 140 }] }, { takesEffectAt: soon });
    await expect.poll(() => marginOf('THB'), { timeout: 30_000, interval: 300 }).toBe(140);
  });

  it('is previewed by the price function, and the preview leaves nothing', async () => {
    const row = await pairOf('GBP', 'EUR', 'wallet');
    const { body } = await preview('cab-pair-currencies', { data: { pairs: [{ ...row, marginBps: 190 }] } });
    const { examples, payMore, payLess, customers } = body.data as SettingEffect;
    const thousand = examples.filter(({ amount }) => amount.amount === '1000.00');
    expect(thousand).toEqual([
      expect.objectContaining({
        what: 'GBP/EUR',
        tier: 'wallet',
        before: { amount: '9.00', currency: 'GBP' },
        after: { amount: '19.01', currency: 'GBP' },
      }),
      expect.objectContaining({
        tier: 'plus',
        before: { amount: '3.50', currency: 'GBP' },
        after: { amount: '3.50', currency: 'GBP' },
      }),
    ]);
    expect(payMore).toEqual({ wallet: customers.wallet, plus: 0 });
    expect(payLess).toEqual({ wallet: 0, plus: 0 });
    expect(await marginOf('EUR')).toBe(90);
    const { uid } = await propose('cab-pair-currencies', { pairs: [{ ...row, marginBps: 190 }] });
    const ofChange = await preview('cab-pair-currencies', { change: uid }, supervisor);
    expect((ofChange.body.data as SettingEffect).examples).toEqual(examples);
    const { rows } = await sql`select from platform.setting_change where reason = 'as if in force'`.execute(db);
    expect(rows).toEqual([]);
    expect((await decide(supervisor, 'cab-pair-currencies', uid, 'refuse', { note: 'Too much at once.' })).status).toBe(
      200,
    );
    expect(await stateOf('cab-pair-currencies', uid)).toBe('rejected');
  });

  it('of two proposals the second is outdated once the first is in force', async () => {
    const row = await pairOf('EUR', 'THB', 'plus');
    const first = await propose('cab-pair-currencies', { pairs: [{ ...row, marginBps: 36 }] });
    const second = await propose('cab-pair-currencies', { pairs: [{ ...row, marginBps: 37 }] }, {}, other);
    expect((await decide(supervisor, 'cab-pair-currencies', first.uid)).status).toBe(200);
    expect((await decide(supervisor, 'cab-pair-currencies', second.uid)).body).toMatchObject({
      code: 'invalid_transition',
    });
  });
});

describe('the off-hours', () => {
  it('move the customer’s price while the market is closed', async () => {
    const { data } = await show('rate-offtime');
    const weekly = [
      { from: 'Sun 00:00', to: 'Sat 12:00' },
      { from: 'Sat 11:00', to: 'Sat 23:59' },
    ];
    const effect = await preview('rate-offtime', { data: { ...data, weekly, walletMarkupBps: 80 } });
    expect((effect.body.data as SettingEffect).examples.length).toBeGreaterThan(0);
    const uid = await change('rate-offtime', { ...data, weekly, walletMarkupBps: 80 });
    expect(await marginOf('EUR')).toBe(170);
    const later = await preview('rate-offtime', {
      data: { ...(await show('rate-offtime')).data, walletMarkupBps: 60 },
    });
    expect((later.body.data as SettingEffect).payLess.wallet).toBeGreaterThan(0);
    const back = await rollBack('rate-offtime', uid);
    await decide(supervisor, 'rate-offtime', back.uid);
    expect(await marginOf('EUR')).toBe(90);
  });

  it.each([
    ['timezone', { timezone: 'Mars/Base' }],
    ['timezone', { timezone: '+07:00' }],
    ['weekly.0.from', { weekly: [{ from: 'Friday', to: 'Sun 17:00' }] }],
    ['weekly', { weekly: [{ from: 'Fri 17:00', to: 'Fri 17:00' }] }],
    [
      'weekly',
      {
        weekly: [
          { from: 'Mon 00:00', to: 'Sun 12:00' },
          { from: 'Sun 11:00', to: 'Mon 01:00' },
        ],
      },
    ],
    ['holidays', { holidays: [{ date: '2027-01-01' }, { date: '2027-01-01' }] }],
    ['holidays.0.pairs.0', { holidays: [{ date: '2027-01-01', pairs: ['GBP-EUR'] }] }],
    ['plusMarkupBps', { plusMarkupBps: 501 }],
    ['policy', { policy: 'open' }],
    ['message', { message: ' ' }],
  ])('are refused with the field %s', async (field, over) => {
    const answer = await propose('rate-offtime', { ...(await show('rate-offtime')).data, ...over });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(`data.${field}`);
  });
});

describe('SWIFT payments', () => {
  it('change fees, charges, limits, opening hours, thresholds and countries, one table at a time', async () => {
    const fee = await rowOf('fees', 'USD');
    await change('swiftpayment', { fees: [{ ...fee, fixed: '7.50' }] });
    expect(await rowOf('fees', 'USD')).toMatchObject({ fixed: '7.50' });
    await change('swiftpayment', { charges: [{ ...(await rowOf('charges', 'EUR')), ourFee: '12.00' }] });
    await change('swiftpayment', { limits: [{ ...(await rowOf('limits', 'GBP')), perDay: '200000.00' }] });
    await change('swiftpayment', { currencies: [{ ...(await rowOf('currencies', 'USD')), cutoff: '16:00' }] });
    const { rows } = await sql<{ closesMinute: number; responseTimeoutSeconds: number }>`
      select closes_minute, response_timeout_seconds from payment.rail_rule where rail = 'swift' and currency = 'USD'
      order by effective_from`.execute(db);
    expect(rows.map(({ closesMinute }) => closesMinute)).toEqual([1440, 960]);
    expect(rows[1]?.responseTimeoutSeconds).toBe(rows[0]?.responseTimeoutSeconds);
    const above = { currency: 'GBP', above: '40000.00', documents: ['invoice', 'source_of_funds'] };
    const uid = await change('swiftpayment', { reviewThresholds: [above] });
    const added = (await show('swiftpayment')).changes.find((each) => each.uid === uid);
    expect(added?.changes).toEqual([
      { row: 'GBP 40000.00', column: 'documents', from: null, to: 'invoice, source_of_funds' },
    ]);
    await change('swiftpayment', { reviewThresholds: [{ ...above, documents: null }] });
    await change('swiftpayment', { countries: [{ country: 'CU', risk: 'prohibited' }] });
    const mixed = await propose('swiftpayment', { fees: [fee], charges: [await rowOf('charges', 'EUR')] });
    expect(fieldsOf(mixed)).toEqual(['data']);
  });

  it('previews what payers would pay', async () => {
    const fee = rowsOf(await show('swiftpayment'), 'fees').find(
      (row) => row.currency === 'GBP' && row.tier === 'wallet',
    );
    const { body } = await preview('swiftpayment', { data: { fees: [{ ...fee, fixed: '11.00' }] } }, finance);
    const { examples, payLess } = body.data as SettingEffect;
    expect(examples[0]).toMatchObject({
      what: 'swift SHA GBP',
      tier: 'wallet',
      amount: { amount: '100.00' },
      before: { amount: '12.00' },
      after: { amount: '11.00' },
    });
    expect(payLess).toMatchObject({ plus: 0 });
    expect(payLess.wallet).toBeGreaterThan(0);
  });

  it.each([
    ['limits.0.perDay', 'limits', { perPayment: '300.00', perDay: '200.00' }],
    ['currencies.0.max', 'currencies', { min: '10.00', max: '10.00' }],
    ['currencies.0.cutoff', 'currencies', { opens: '16:00', cutoff: '09:00' }],
    ['currencies.0.zone', 'currencies', { zone: 'London' }],
    ['currencies.0.opens', 'currencies', { opens: '25:00' }],
    ['fees.0.fixed', 'fees', { fixed: '-1.00' }],
    ['fees.0.fixed', 'fees', { fixed: '1.001' }],
    ['fees.0.currency', 'fees', { currency: 'XXX' }],
    ['fees.0.tier', 'fees', { tier: 'gold' }],
    ['reviewThresholds.0.documents', 'reviewThresholds', { above: '123.00', documents: null }],
    ['reviewThresholds.0.documents.0', 'reviewThresholds', { documents: ['passport'] }],
  ])('are refused with the cell %s', async (field, sheet, over) => {
    const row = await rowOf(sheet, 'GBP');
    const answer = await propose('swiftpayment', { [sheet]: [{ ...row, ...over }] });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(`data.${field}`);
  });

  it('leaves limits and countries to those with the rules', async () => {
    const limit = await rowOf('limits', 'GBP');
    const changed = { limits: [{ ...limit, perDay: '123456.00' }] };
    expect((await propose('swiftpayment', changed, {}, finance)).status).toBe(403);
    expect((await preview('swiftpayment', { data: changed }, finance)).status).toBe(403);
    const { uid } = await propose('swiftpayment', changed);
    expect((await decide(finance, 'swiftpayment', uid)).status).toBe(403);
    expect((await decide(supervisor, 'swiftpayment', uid)).status).toBe(200);
  });
});

describe('a campaign', () => {
  const campaign = {
    code: 'YEN-SPRING',
    label: 'Spring campaign',
    audience: 'wallet',
    product: 'exchange',
    currency: 'GBP',
    pair: 'JPY',
    effect: 'add',
    unit: 'fixed',
    value: '1.50',
    cap: null,
    ends: null,
  };
  const quote = (buy: 'JPY' | 'EUR') => requestQuoteAs(db, customer, { buy });

  it('adds to the fee of an exchange with a line of its own, until it ends', async () => {
    expect(await show('setting-marketing')).toMatchObject({ data: { campaigns: [] } });
    const effect = await preview('setting-marketing', { data: { campaigns: [campaign] } }, finance);
    const { examples, payMore } = effect.body.data as SettingEffect;
    expect(examples[0]).toMatchObject({ what: 'GBP/JPY', tier: 'wallet', amount: { amount: '100.00' } });
    expect(payMore).toMatchObject({ plus: 0 });
    expect(payMore.wallet).toBeGreaterThan(0);
    // As if it had been announced and its day had come.
    await writeSettings(
      db,
      sql`insert into marketing.rule (code, label, audience, product, currency, buy, effect, unit, value, effective_from)
        values ('YEN-SPRING', 'Spring campaign', 'wallet', 'exchange', 'GBP', 'JPY', 'add', 'fixed', '1.50', '2025-01-01')`,
    );
    expect(await quote('JPY')).toMatchObject({
      fee: { amount: '1.50' },
      feeLines: [{ label: 'Spring campaign', amount: { amount: '1.50', currency: 'GBP' } }],
    });
    expect(await quote('EUR')).toMatchObject({ fee: { amount: '0.00' }, feeLines: [] });
    const lower = { ...campaign, value: '1.00' };
    await change('setting-marketing', { campaigns: [lower] });
    expect((await quote('JPY')).fee.amount).toBe('1.00');
    const label = await change('setting-marketing', { campaigns: [{ ...lower, label: 'Late spring' }] });
    const back = await rollBack('setting-marketing', label);
    await decide(supervisor, 'setting-marketing', back.uid);
    expect((await quote('JPY')).feeLines).toMatchObject([{ label: 'Spring campaign' }]);
    const today = dayAhead(0);
    await change('setting-marketing', { campaigns: [{ ...lower, ends: today }] });
    expect((await quote('JPY')).fee.amount).toBe('1.00');
    await writeSettings(
      db,
      sql`update marketing.rule set effective_from = '2026-01-01', ends = '2026-01-02'
      where ends is not null`,
    );
    await writeSettings(db, sql`delete from marketing.rule where ends is null`);
    expect(await quote('JPY')).toMatchObject({ fee: { amount: '0.00' }, feeLines: [] });
  });

  it('takes a percentage off the fee of a payment, and is in the price list', async () => {
    const discount = { ...campaign, code: 'SWIFT-25', label: 'A quarter off', product: 'swift', pair: null };
    const off = { ...discount, effect: 'discount', unit: 'pct', value: '25.00', cap: '2.00' };
    await change('setting-marketing', { campaigns: [off] });
    await asCustomer(db, customer).inside(async (ctx) => {
      const route = { rail: 'swift', serviceKey: 'payment.swift', chargeBearer: 'SHA' } as const;
      const price = await calculatePrice(ctx, ctx.actor, route, money('GBP', 10_000n), { isEstimate: true });
      expect(price).toMatchObject({
        fee: money('GBP', 1000n),
        total: money('GBP', 11_000n),
        feeLines: [{ label: 'A quarter off', amount: money('GBP', -200n) }],
      });
    });
    const { payments } = await asCustomer(db, customer).run(showTariff, {});
    expect(payments.find(({ rail, currency }) => rail === 'swift' && currency === 'GBP')?.fee.amount).toBe('10.00');
  });

  it.each([
    ['code', { code: 'spring' }],
    ['label', { label: '' }],
    ['label', { label: 'ค่าธรรมเนียม'.repeat(6) }],
    ['unit', { unit: 'pct' }],
    ['value', { value: '0' }],
    ['value', { value: '1.555' }],
    ['value', { effect: 'waive' }],
    ['value', { effect: 'discount', unit: 'pct', value: '101' }],
    ['value', { currency: 'JPY', pair: null, value: '1.50' }],
    ['pair', { product: 'swift' }],
    ['pair', { pair: 'GBP' }],
    ['cap', { cap: '5.00' }],
    ['ends', { ends: '2026-01-01' }],
    ['currency', { product: 'promptpay', currency: 'AED', pair: null }],
  ])('is refused with the cell %s', async (field, over) => {
    const answer = await propose('setting-marketing', { campaigns: [{ ...campaign, code: 'NEW', ...over }] });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(`data.campaigns.0.${field}`);
  });
});

describe('an offer for inviting friends', () => {
  const offerInForce = async (): Promise<Row> => rowsOf(await show('setting-marketing'), 'referralOffers')[0] ?? {};
  const invitation = async () => {
    const { customer: referrer } = await seedCustomer(db, { introducer: true });
    const { body } = await caller(base)('GET', `/v1/registration/invitation/${referrer.memberCode}`);
    return body.data;
  };

  it('is changed by two people, and friends then see it until its last day', async () => {
    const before = await offerInForce();
    expect(before).toMatchObject({ code: 'INVITE50', reward: '50.00', exchange: '100.00', ends: null });
    const { uid } = await propose('setting-marketing', { referralOffers: [{ ...before, reward: '75.00' }] });
    expect((await decide(settings, 'setting-marketing', uid)).status).toBe(403);
    expect((await invitation()).reward.amount).toBe('50.00');
    expect((await decide(supervisor, 'setting-marketing', uid)).status).toBe(200);
    expect((await invitation()).reward.amount).toBe('75.00');
    const today = dayAhead(0);
    const winter = { ...before, code: 'WINTER', currency: 'EUR', reward: '20.00', freeTransfers: 1, ends: today };
    await change('setting-marketing', { referralOffers: [winter] });
    expect(await invitation()).toMatchObject({ reward: { amount: '20.00', currency: 'EUR' }, freeTransfers: 1 });
  });

  it.each([
    ['reward', { reward: '0.00' }],
    ['exchange', { exchange: '0' }],
    ['reward', { currency: 'JPY', reward: '50.50', exchange: '100' }],
    ['freeTransfers', { freeTransfers: 51 }],
    ['deadlineDays', { deadlineDays: 0 }],
    ['maxRewards', { maxRewards: 0 }],
    ['termsVersion', { termsVersion: 'version of the first of May' }],
    ['ends', { ends: '2026-01-01' }],
  ])('is refused with the cell %s', async (field, over) => {
    const row = { ...(await offerInForce()), code: 'NEW', ...over };
    const answer = await propose('setting-marketing', { referralOffers: [row] });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(`data.referralOffers.0.${field}`);
  });
});

describe('every setting', () => {
  const edits = async (): Promise<[Name, object][]> => [
    ['autofx', { ...(await show('autofx')).data, maxActivePerCustomer: 21 }],
    ['swiftpayment', { charges: [{ ...(await rowOf('charges', 'JPY')), expected: '3600' }] }],
    ['rate-offtime', { ...(await show('rate-offtime')).data, message: 'Markets open on Sunday evening.' }],
    ['cab-pair-currencies', { pairs: [{ ...(await pairOf('JPY', 'THB', 'plus')), quoteSeconds: 240 }] }],
    [
      'setting-marketing',
      { referralOffers: [{ ...rowsOf(await show('setting-marketing'), 'referralOffers')[0], deadlineDays: 61 }] },
    ],
  ];

  it('is changed by a second person, and rolled back', async () => {
    for (const [name, data] of await edits()) {
      const version = (await show(name)).version;
      const uid = await change(name, data);
      expect(await show(name)).toMatchObject({ version: version + 1 });
      const back = await rollBack(name, uid);
      expect((await decide(supervisor, name, back.uid)).status).toBe(200);
      expect(await stateOf(name, uid)).toBe('rolled_back');
    }
  });

  it('is not rolled back under the id of another change', async () => {
    const [name, data] = (await edits())[0] as [Name, object];
    const uid = await change(name, { ...data, maxActivePerCustomer: 23 });
    const { uid: taken } = await propose(name, { ...data, maxActivePerCustomer: 22 });
    const reason = 'The partner bank took its change back.';
    for (const id of [uid, taken])
      expect((await decide(settings, name, uid, 'roll-back', { change: id, reason })).body).toMatchObject({
        code: 'invalid_transition',
      });
    await decide(settings, name, taken, 'withdraw');
  });

  it('is refused for the same person twice, in the past, without a change, and for those without the right', async () => {
    for (const [name, data] of await edits()) {
      const past = await propose(name, data, { takesEffectAt: '2026-01-01T00:00:00Z' });
      expect(fieldsOf(past)).toEqual(['takesEffectAt']);
      expect(fieldsOf(await propose(name, data, { reason: 'short' }))).toEqual(['reason']);
      for (const by of [support, auditor]) expect((await propose(name, data, {}, by)).status).toBe(403);
      const { uid } = await propose(name, data);
      for (const by of [support, auditor, dealer, finance]) expect((await decide(by, name, uid)).status).toBe(403);
      const { rows } = await sql<{ proposedBy: string }>`
        select proposed_by from platform.setting_change where id = ${uid}`.execute(db);
      const bySameInDatabase = sql`update platform.setting_change set state = 'approved', decided_at = now(),
        decided_by = ${rows[0]?.proposedBy}::uuid where id = ${uid}`.execute(db);
      await expect(bySameInDatabase).rejects.toThrow('setting_decided_by_another');
      expect((await decide(other, name, uid, 'withdraw')).status).toBe(403);
      expect((await decide(settings, name, uid, 'withdraw')).body.data).toEqual({ uid, state: 'withdrawn' });
      expect((await decide(supervisor, name, uid)).body).toMatchObject({ code: 'invalid_transition' });
      expect((await decide(supervisor, name, randomUUID())).status).toBe(404);
    }
    const nothing = await propose('autofx', (await show('autofx')).data);
    expect(fieldsOf(nothing)).toEqual(['data']);
  });

  it('names the second person who is the first', async () => {
    const both = await signInStaff(base, await seedStaff(db, { role: 'super' }));
    const [, edit] = await edits();
    const { uid, status } = await propose('swiftpayment', edit?.[1] ?? {}, {}, both);
    expect(status).toBe(200);
    const own = await decide(both, 'swiftpayment', uid);
    expect(own.body).toMatchObject({ code: 'approver_conflict', errors: [{ field: 'approvedBy' }] });
    await decide(both, 'swiftpayment', uid, 'withdraw');
  });

  it('keeps a draft, which its author replaces and sends', async () => {
    const data = (await show('autofx')).data;
    const { uid, body } = await propose('autofx', { ...data, maxActivePerCustomer: 30 }, { status: 'draft' });
    expect(body.data).toEqual({ uid, state: 'draft' });
    expect((await decide(supervisor, 'autofx', uid)).body).toMatchObject({ code: 'invalid_transition' });
    const again = await propose('autofx', { ...data, maxActivePerCustomer: 31 }, { uid });
    expect(again.body.data).toEqual({ uid, state: 'proposed' });
    expect((await decide(supervisor, 'autofx', uid)).body.data).toMatchObject({ state: 'live' });
    expect((await show('autofx')).data).toMatchObject({ maxActivePerCustomer: 31 });
  });

  it.each([
    ['pairs.0.marginBps', { marginBps: 0 }],
    ['pairs.0.marginBps', { marginBps: 1001 }],
    ['pairs.0.max', { max: '10.00', fee: '10.00' }],
    ['pairs.0.buy', { buy: 'ABC' }],
    ['pairs.0.sell', { buy: 'GBP' }],
    ['pairs.0.quoteSeconds', { quoteSeconds: 5 }],
    ['pairs.0.fee', { fee: 'free' }],
  ])('of pairs is refused with the cell %s', async (field, over) => {
    const answer = await propose('cab-pair-currencies', {
      pairs: [{ ...(await pairOf('GBP', 'USD', 'plus')), ...over }],
    });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(`data.${field}`);
  });
});
