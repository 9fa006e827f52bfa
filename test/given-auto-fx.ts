import type { AutoFxTerms, AutoFxView } from '@larkmere/contract/auto-fx';
import { v7 } from 'uuid';
import { editAutoFx } from '../apps/api/src/auto-fx/edit-auto-fx.ts';
import { listAutoFx } from '../apps/api/src/auto-fx/list-auto-fx.ts';
import { placeAutoFx } from '../apps/api/src/auto-fx/place-auto-fx.ts';
import { tickAutoFx } from '../apps/api/src/auto-fx/run-auto-fx.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { CustomerCtx } from '../apps/api/src/kernel/verb.ts';
import type { Given } from './given.ts';
import { givenApproval } from './given-fx.ts';
import { givenSession, inSession } from './given-payment.ts';
import { givenRates, quietDay } from './given-rate.ts';

type Accounts = Readonly<{ source: { bankholderId: string }; target: { bankholderId: string } }>;

export const termsFor = ({ source, target }: Accounts, over: Partial<AutoFxTerms> = {}): AutoFxTerms => ({
  type: 'limit',
  sourceBankholderId: source.bankholderId,
  targetBankholderId: target.bankholderId,
  sell: 'GBP',
  buy: 'THB',
  amountMode: 'fixed_sell',
  amount: '500.00',
  floor: null,
  targetRate: '43.5000',
  targetBase: null,
  maxSlippagePct: '0.75',
  reserve: false,
  validUntil: null,
  startsAt: null,
  repeat: 'none',
  offHours: 'hold',
  afterFill: null,
  ...over,
});

export async function trader(db: Db, who: Given) {
  const session = await givenSession(db, who);
  const inside = <T>(work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: 'test' }));
  const approve = (
    terms: AutoFxTerms,
    uid: string | null,
    version: number | null,
    paymentIdempotency: string,
    acceptMetTarget = true,
  ) =>
    givenApproval(db, who, session, {
      operation: 'auto-fx.set',
      uid,
      version,
      terms,
      acceptMetTarget,
      amount: terms.amount ?? terms.floor ?? '0',
      currency: terms.amountMode === 'fixed_buy' ? terms.buy : terms.sell,
      paymentIdempotency,
    });
  return {
    inside,
    approve,
    place: async (terms: AutoFxTerms, acceptMetTarget = true): Promise<AutoFxView> => {
      const idempotency = v7();
      const approval = await approve(terms, null, null, idempotency, acceptMetTarget);
      return inside((ctx) => placeAutoFx(ctx, { terms, acceptMetTarget, approval, idempotency }));
    },
    edit: async ({ uid, version }: AutoFxView, terms: AutoFxTerms, acceptMetTarget = true): Promise<AutoFxView> => {
      const idempotency = v7();
      const approval = await approve(terms, uid, version, idempotency, acceptMetTarget);
      return inside((ctx) => editAutoFx(ctx, { uid, version, terms, acceptMetTarget, approval, idempotency }));
    },
    list: async (): Promise<AutoFxView[]> => (await inside((ctx) => listAutoFx(ctx, {}))).list,
    only: async (): Promise<AutoFxView> => {
      const [order] = (await inside((ctx) => listAutoFx(ctx, {}))).list;
      if (!order) throw new Error('there is no order');
      return order;
    },
  };
}

/** Sets the rate of one euro in THB and runs Auto FX. At 37.728, Plus gets about 43.1840 THB per GBP. */
export async function tick(db: Db, thb: string = quietDay.THB): Promise<number> {
  await givenRates(db, { ...quietDay, THB: thb });
  return tickAutoFx(db);
}
