import { randomUUID } from 'node:crypto';
import type { Input } from '@larkmere/contract/endpoint';
import type { DealForDealer, DealView, request } from '@larkmere/contract/manual-fx';
import { v7 } from 'uuid';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { CustomerCtx, StaffActor, StaffCtx } from '../apps/api/src/kernel/verb.ts';
import { acceptDeal } from '../apps/api/src/manual-fx/answer-deal.ts';
import { requestFx } from '../apps/api/src/manual-fx/request-fx.ts';
import type { Given } from './given.ts';
import { givenApproval } from './given-fx.ts';
import { givenSession, inSession } from './given-payment.ts';

type Wanted = Input<typeof request>;
type Accounts = Readonly<{ source: { bankholderId: string }; target: { bankholderId: string } }>;

export const requestFor = ({ source, target }: Accounts, over: Partial<Wanted> = {}): Wanted => ({
  sourceBankholderId: source.bankholderId,
  targetBankholderId: target.bankholderId,
  sell: 'GBP',
  buy: 'THB',
  side: 'sell',
  amount: '800.00',
  valueDate: 'today',
  instruction: 'market',
  targetRate: null,
  comment: null,
  callbackPhone: null,
  idempotency: v7(),
  ...over,
});

export async function asker(db: Db, who: Given) {
  const session = await givenSession(db, who);
  const inside = <T>(work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: 'test' }));
  const approve = (deal: DealView, paymentIdempotency: string): Promise<string> => {
    if (!deal.quote) throw new Error('no rate was named');
    const { sellAmount, buyAmount, number } = deal.quote;
    return givenApproval(db, who, session, {
      operation: 'manual-fx.accept',
      uid: deal.uid,
      number,
      sourceBankholderId: deal.sourceBankholderId,
      targetBankholderId: deal.targetBankholderId,
      amount: sellAmount.amount,
      currency: sellAmount.currency,
      buyAmount: buyAmount.amount,
      buyCurrency: buyAmount.currency,
      paymentIdempotency,
    });
  };
  return {
    inside,
    approve,
    request: (wanted: Wanted): Promise<DealView> => inside((ctx) => requestFx(ctx, wanted)),
    accept: async (deal: DealView): Promise<DealView> => {
      const idempotency = v7();
      const approval = await approve(deal, idempotency);
      const number = deal.quote?.number ?? 0;
      return inside((ctx) => acceptDeal(ctx, { uid: deal.uid, number, approval, idempotency }));
    },
  };
}

let count = 0;

export async function givenDealer(db: Db, role: StaffActor['role'] = 'dealer') {
  count += 1;
  const id = v7();
  const name = `Dealer ${count}`;
  await db
    .insertInto('staff.member')
    .values({ id, username: `dealer${count}`, email: `dealer${count}@example.com`, name, role, password_hash: 'none' })
    .execute();
  const actor: StaffActor = { kind: 'staff', staffId: id, name, role, sessionId: randomUUID(), ip: '127.0.0.1' };
  return {
    id,
    act: (verb: (ctx: StaffCtx, input: never) => Promise<unknown>, input: object): Promise<DealForDealer> =>
      inTransaction(db, async (tx, now) => {
        const ctx = { tx, now, actor, requestId: 'test' };
        return (await verb(ctx, { idempotency: v7(), ...input } as never)) as DealForDealer;
      }),
  };
}
