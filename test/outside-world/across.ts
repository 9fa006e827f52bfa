import { randomUUID } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/pin';
import { type Currency, money } from '@larkmere/money/money';
import { convert, cross, inverse, type Rate, readRate, roundRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { sendCross } from '../../apps/api/src/global-payment/send-cross.ts';
import { sendCrossAtRate } from '../../apps/api/src/global-payment/send-cross-at-rate.ts';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { givenApproval, givenMarket, quoteAs } from '../given-fx.ts';
import { inSession } from '../given-payment.ts';
import { givenRates, quietDay } from '../given-rate.ts';
import type { Across, People } from './people.ts';

/** For one euro, in every world and at every time. */
const perEuro = { ...quietDay, AUD: '1.7904' } as const;

/** The market of these worlds never closes, and its rates stand still, so it is known what money is worth that comes back. */
export async function openMarket(db: Db): Promise<void> {
  await givenMarket(db, 'open');
  await sql`insert into fx.setting (effective_from, quotes_per_minute) values (now(), 100000)`.execute(db);
  await givenRates(db, perEuro, { goodForSeconds: 10 * 365 * 86_400 });
}

const ofEuro = (currency: string): Rate =>
  readRate('EUR', currency as Currency, perEuro[currency as keyof typeof perEuro]) as Rate;

function mid(from: string, to: string): Rate {
  if (from === 'EUR') return ofEuro(to);
  return to === 'EUR' ? inverse(ofEuro(from)) : cross(inverse(ofEuro(from)), ofEuro(to));
}

/** What an amount that came back is worth to its payer in minor units: at mid, and we earn nothing on it. */
export const exchangedBack = (minor: bigint, from: string, to: string): bigint =>
  convert(money(from as Currency, minor), roundRate(mid(from, to), 10), 'down').minor;

/** The customer pays out of another currency, at a rate that was promised or at one that was shown. Answers the payment's id. */
export async function payAcross(
  db: Db,
  { who, session }: People,
  route: Across,
  amount: string,
  side: 'sell' | 'buy',
): Promise<string> {
  const { account, to, currency: buy, fee, across, over } = route;
  const quote = await quoteAs(db, who, { sell: account.currency, buy, side, amount });
  const { rate, quoteId, sellAmount: sold, buyAmount: bought } = quote;
  const idempotency = v7();
  const figures = {
    sourceBankholderId: account.bankholderId,
    payeeUid: to.id,
    payeeVersion: to.version,
    fee: fee(0),
    reference: 'Invoice 2091',
    chargeType: 'SHA' as const,
    ...over,
  };
  const shown = {
    ...figures,
    rate,
    ...(side === 'sell' ? sold : bought),
    amountSide: side === 'sell' ? 'source' : 'target',
  };
  const promised = { ...figures, quoteId };
  const purpose =
    across === 'shown'
      ? { operation: 'payment.global.crossrate', ...shown, paymentIdempotency: idempotency }
      : {
          operation: 'payment.global.cross',
          ...promised,
          ...sold,
          buyAmount: bought.amount,
          buyCurrency: bought.currency,
          paymentIdempotency: idempotency,
        };
  const approval = await givenApproval(db, who, session, purpose as Purpose);
  const common = { idempotency, approval, confirmDuplicate: true };
  const ctx = { actor: inSession(who, session), requestId: randomUUID() };
  const transaction = (work: (ctx: never) => Promise<unknown>) =>
    inTransaction(db, (tx, now) => work({ ...ctx, tx, now } as never));
  const made = await (across === 'shown'
    ? sendCrossAtRate({ ...ctx, transaction } as never, { ...shown, ...common } as never)
    : transaction((inside) => sendCross(inside, { ...promised, ...common })));
  return (made as { uid: string }).uid;
}
