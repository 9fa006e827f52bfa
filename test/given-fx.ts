import { randomUUID } from 'node:crypto';
import type { Input, Reply } from '@larkmere/contract/endpoint';
import type { convert, quote } from '@larkmere/contract/fx';
import type { Purpose } from '@larkmere/contract/pin';
import { v7 } from 'uuid';
import { convertFx } from '../apps/api/src/fx/convert-fx.ts';
import { quoteFx } from '../apps/api/src/fx/quote-fx.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { insertApproval } from '../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../apps/api/src/pin/pin.ts';
import type { Given } from './given.ts';
import { inSession } from './given-payment.ts';

type Policy = 'block' | 'indicative' | 'markup';

/** Keeps the market open, or closed with this policy, whatever the time of the run. */
export async function givenMarket(db: Db, policy: Policy | 'open'): Promise<void> {
  const weekly =
    policy === 'open'
      ? []
      : [
          { from: 'Sun 00:00', to: 'Sat 12:00' },
          { from: 'Sat 11:00', to: 'Sat 23:59' },
        ];
  await db
    .insertInto('fx.off_time')
    .values({
      effective_from: new Date(),
      timezone: 'UTC',
      weekly: JSON.stringify(weekly),
      policy: policy === 'open' ? 'markup' : policy,
      plus_markup_bps: 20,
      wallet_markup_bps: 50,
      allow_hold_until_open: true,
      message: 'The markets are closed.',
    })
    .execute();
}

type Wanted = Partial<Input<typeof quote>>;
export type Quoted = Reply<typeof quote>;

export const quoteAs = (db: Db, who: Given, wanted: Wanted = {}): Promise<Quoted> =>
  inTransaction(db, (tx, now) =>
    quoteFx(
      { tx, now, actor: inSession(who, randomUUID()), requestId: 'test' },
      { sell: 'GBP', buy: 'THB', side: 'sell', amount: '100.00', idempotency: randomUUID(), ...wanted },
    ),
  );

export type ConversionOrder = Omit<Input<typeof convert>, 'approval'>;
type Accounts = Readonly<{ source: { bankholderId: string }; target: { bankholderId: string } }>;

export const conversionOf = ({ quoteId }: Quoted, { source, target }: Accounts): ConversionOrder => ({
  quoteId,
  sourceBankholderId: source.bankholderId,
  targetBankholderId: target.bankholderId,
  idempotency: v7(),
});

export const purposeOf = (quoted: Quoted, { idempotency, ...order }: ConversionOrder): Purpose => ({
  operation: 'fx.convert',
  ...order,
  amount: quoted.sellAmount.amount,
  currency: quoted.sell,
  fee: quoted.fee.amount,
  buyAmount: quoted.buyAmount.amount,
  buyCurrency: quoted.buy,
  paymentIdempotency: idempotency,
});

export async function givenApproval(db: Db, who: Given, sessionId: string, purpose: Purpose): Promise<string> {
  const approval = randomUUID() + randomUUID();
  const personId = who.person.id;
  await inTransaction(db, (tx) =>
    insertApproval(tx, { approval, personId, sessionId, purpose: digestOf(purpose, personId) }, 300),
  );
  return approval;
}

export const convertAs = (db: Db, who: Given, sessionId: string, order: Input<typeof convert>) =>
  inTransaction(db, (tx, now) => convertFx({ tx, now, actor: inSession(who, sessionId), requestId: 'test' }, order));
