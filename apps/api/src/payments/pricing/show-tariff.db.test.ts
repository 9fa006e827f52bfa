import { money, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { asCustomer, createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import { currentDealTerms } from '../../fx/conversion/conversion.ts';
import { calculatePrice } from './price.ts';
import { showTariff } from './pricing.read.ts';

const { db } = await createDatabase();

async function tariffOf(kind: 'plus' | 'wallet') {
  const customer = asCustomer(db, await seedCustomer(db, { kind }));
  return { customer, tariff: await customer.run(showTariff, {}) };
}

/** Every line of the price list beside what the price functions charge. */
async function expectSamePrices(kind: 'plus' | 'wallet') {
  const { customer, tariff } = await tariffOf(kind);
  await customer.inside(async (ctx) => {
    for (const { rail, currency, fee, feeOur } of tariff.payments) {
      const priceOf = (chargeBearer: 'OUR' | 'SHA') =>
        calculatePrice(ctx, ctx.actor, { rail, serviceKey: '', chargeBearer }, money(currency, 100n), {
          isEstimate: true,
        });
      expect((await priceOf('SHA')).fee, `${rail} ${currency}`).toEqual(readAmount(currency, fee.amount));
      if (feeOur) expect((await priceOf('OUR')).fee, rail).toEqual(readAmount(currency, feeOur.amount));
    }
    for (const { sell, buy, marginBps, fee } of tariff.exchanges)
      for (const bought of buy) {
        if (!isQuoted(sell) || !isQuoted(bought)) continue;
        const terms = await currentDealTerms(ctx, { tier: kind, sell, buy: bought });
        expect(terms.marginBps, `${sell} ${bought}`).toBe(marginBps + (terms.closed ? tariff.outOfHoursMarkupBps : 0));
        expect(terms.fee).toEqual(readAmount(sell, fee.amount));
      }
  });
  return tariff;
}

const isQuoted = (currency: string): boolean => currency === 'EUR' || Object.hasOwn(quietDay, currency);

beforeEach(async () => {
  await setMarket(db, 'open');
  await seedRates(db);
});

describe('the price list', () => {
  it.each(['plus', 'wallet'] as const)('shows what the price functions charge (%s)', async (kind) => {
    const { payments, exchanges } = await expectSamePrices(kind);
    const faster = payments.find(({ rail, fee }) => rail === 'faster-payments' && fee.currency === 'GBP');
    expect(faster?.fee).toEqual({ amount: kind === 'plus' ? '0.50' : '0.80', currency: 'GBP' });
    expect(exchanges.find(({ sell, buy }) => sell === 'GBP' && buy.includes('EUR'))?.marginBps).toBe(
      kind === 'plus' ? 35 : 90,
    );
  });

  it('includes the markup while markets are closed', async () => {
    await setMarket(db, 'markup');
    expect((await expectSamePrices('plus')).outOfHoursMarkupBps).toBeGreaterThan(0);
  });

  it('changes together with the price when a row changes', async () => {
    const before = await expectSamePrices('plus');
    await writeSettings(
      db,
      sql`insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
        values ('faster-payments', 'GBP', 'plus', 77, now() - interval '1 minute')`,
    );
    await writeSettings(db, sql`update payment.charge_rule set our_fee_minor = 1999 where currency = 'GBP'`);
    await writeSettings(
      db,
      sql`update fx.price_rule set margin_bps = 41, fee_minor = 3 where sell = 'GBP' and buy = 'EUR' and tier = 'plus'`,
    );
    const after = await expectSamePrices('plus');
    expect(
      after.payments.find(({ rail, fee }) => rail === 'faster-payments' && fee.currency === 'GBP')?.fee.amount,
    ).toBe('0.77');
    expect(after.exchanges).toContainEqual({
      sell: 'GBP',
      buy: ['EUR'],
      marginBps: 41,
      fee: { amount: '0.03', currency: 'GBP' },
    });
    expect(after.documentHash).not.toBe(before.documentHash);
  });

  it('does not show a price before its time', async () => {
    const { tariff } = await tariffOf('plus');
    await writeSettings(
      db,
      sql`insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
        values ('promptpay', 'THB', 'plus', 99, now() + interval '1 day')`,
    );
    expect((await tariffOf('plus')).tariff).toEqual(tariff);
  });
});
