import { randomUUID } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/purpose';
import { type Currency, money } from '@larkmere/money/money';
import { convert, cross, inverse, type Rate, readRate, roundRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import {
  sendCrossCurrency,
  sendCrossCurrencyAtRate,
} from '../../apps/api/src/payments/international/send-international.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { writeSettings } from '../../db/seed/write-settings.ts';
import { type QuoteReply, requestQuoteAs, seedPinAuthorisation } from '../fixtures/fx.ts';
import { setMarket } from '../fixtures/market.ts';
import { inSession } from '../fixtures/payment.ts';
import { quietDay, seedRates } from '../fixtures/rates.ts';
import type { AuthorisedOrder, CrossCurrencyPair, SimulatedCustomer } from './customers.ts';

const perEuro = { ...quietDay, AUD: '1.7904' } as const;

/** The market never closes and rates are fixed, so that the value of a returned payment is known. */
export async function openMarket(db: Db): Promise<void> {
  await setMarket(db, 'open');
  await writeSettings(db, sql`insert into fx.setting (effective_from, quotes_per_minute) values (now(), 100000)`);
  await seedRates(db, perEuro, { goodForSeconds: 10 * 365 * 86_400 });
}

const ofEuro = (currency: string): Rate =>
  readRate('EUR', currency as Currency, perEuro[currency as keyof typeof perEuro]) as Rate;

function mid(from: string, to: string): Rate {
  if (from === 'EUR') return ofEuro(to);
  return to === 'EUR' ? inverse(ofEuro(from)) : cross(inverse(ofEuro(from)), ofEuro(to));
}

export const convertBack = (minor: bigint, from: string, to: string): bigint =>
  convert(money(from as Currency, minor), roundRate(mid(from, to), 10), 'down').minor;

type Side = 'sell' | 'buy';

/**
 * Creates a cross-currency order at a quote or at a displayed rate with its PIN authorisation. `worstCase` is the worst
 * case the maker accepts if colleagues must approve.
 */
export async function authorisedCrossCurrencyOrder(
  db: Db,
  { who, session }: Pick<SimulatedCustomer, 'who' | 'session'>,
  route: CrossCurrencyPair,
  quote: QuoteReply,
  side: Side,
  agreed: Readonly<{ worstCase?: string }> = {},
): Promise<AuthorisedOrder> {
  const { account, to, fee, rateMode, over } = route;
  const { rate, quoteId, sellAmount: sold, buyAmount: bought } = quote;
  const idempotency = v7();
  const figures = {
    sourceBankholderId: account.bankholderId,
    payeeUid: to.id,
    payeeVersion: to.version,
    fee: fee(0),
    reference: 'Invoice 2091',
    chargeType: 'SHA' as const,
    note: 'For the flat',
    ...over,
    ...agreed,
  };
  const shown = {
    ...figures,
    rate,
    ...(side === 'sell' ? sold : bought),
    amountSide: side === 'sell' ? 'source' : 'target',
  };
  const promised = { ...figures, quoteId };
  const purpose =
    rateMode === 'shown'
      ? { operation: 'payment.global.crossrate', ...shown, paymentIdempotency: idempotency }
      : {
          operation: 'payment.global.cross',
          ...promised,
          ...sold,
          buyAmount: bought.amount,
          buyCurrency: bought.currency,
          paymentIdempotency: idempotency,
        };
  const approval = await seedPinAuthorisation(db, who, session, purpose as Purpose);
  const order = {
    ...(rateMode === 'shown' ? shown : promised),
    idempotency,
    authorisation: approval,
    confirmDuplicate: true,
  };
  const ctx = { actor: inSession(who, session), requestId: randomUUID() };
  const transaction = (work: (ctx: never) => Promise<unknown>) =>
    inTransaction(db, (tx, now) => work({ ...ctx, tx, now } as never));
  const send = (wanted: object) =>
    rateMode === 'shown'
      ? sendCrossCurrencyAtRate({ ...ctx, transaction } as never, wanted as never)
      : transaction((inside) => sendCrossCurrency(inside, wanted as never));
  return { order, send: send as AuthorisedOrder['send'] };
}

export const quoteFor = (
  db: Db,
  { who }: Pick<SimulatedCustomer, 'who'>,
  { account, currency: buy }: CrossCurrencyPair,
  amount: string,
  side: Side,
): Promise<QuoteReply> => requestQuoteAs(db, who, { sell: account.currency, buy, side, amount });

export async function payCrossCurrency(
  db: Db,
  people: SimulatedCustomer,
  route: CrossCurrencyPair,
  amount: string,
  side: Side,
): Promise<string> {
  const quote = await quoteFor(db, people, route, amount, side);
  const { order, send } = await authorisedCrossCurrencyOrder(db, people, route, quote, side);
  return (await send(order)).uid;
}
