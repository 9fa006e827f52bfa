import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { StandingOrderView } from '@larkmere/contract/standing-order';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { v7 } from 'uuid';
import type { BankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import { quoteFx } from '../apps/api/src/fx/quote-fx.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { openLog } from '../apps/api/src/kernel/log.ts';
import { inOneTransaction, inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, CustomerCtx } from '../apps/api/src/kernel/verb.ts';
import type { Payee } from '../apps/api/src/payee/payee.ts';
import { createStandingOrder } from '../apps/api/src/standing-order/create-standing-order.ts';
import { editNextDate } from '../apps/api/src/standing-order/edit-next-date.ts';
import { editStandingOrder } from '../apps/api/src/standing-order/edit-standing-order.ts';
import { listStandingOrders, showHistory } from '../apps/api/src/standing-order/list-standing-orders.ts';
import { payHeld } from '../apps/api/src/standing-order/pay-held.ts';
import { runStandingOrders } from '../apps/api/src/standing-order/run-standing-orders.ts';
import {
  cancelStandingOrder,
  pauseStandingOrder,
  resumeStandingOrder,
  skipNextDate,
} from '../apps/api/src/standing-order/turn-standing-order.ts';
import type { Given } from './given.ts';
import { givenApproval } from './given-fx.ts';
import { givenSession, inSession } from './given-payment.ts';

type Answer = Input<typeof contract.standingOrder.payHeld>;
type Asked = Input<typeof contract.fx.quote>;

export const silent = openLog('silent');

export const standingTerms = (
  account: BankAccount,
  payee: Payee,
  over: Partial<StandingOrderTerms> = {},
): StandingOrderTerms => ({
  sourceBankholderId: account.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  amount: '25.00',
  currency: account.currency,
  reference: 'Rent',
  frequency: 'monthly',
  startDate: '2026-12-01',
  end: { kind: 'never' },
  nonWorkingDay: 'next',
  warnDaysBefore: 1,
  ...over,
});

export const berlinPayee = {
  type: 'swt',
  currency: 'EUR',
  details: {
    bankCountry: 'DE',
    bic: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
    addressLine1: 'Torstrasse 7',
    postCode: '10119',
    townName: 'Berlin',
    addressCountry: 'DE',
  },
  account: 'COBADEFFXXX DE89370400440532013000',
} as const;

export async function livesInLondon(db: Db, { customer }: Given): Promise<void> {
  const address = { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };
  await db.updateTable('customer.customer').set({ address }).where('id', '=', customer.id).execute();
}

export type Clock = { now: Date };
export const clockAt = (moment: string): Clock => ({ now: new Date(moment) });

export async function standing(db: Db, who: Given, clock: Clock) {
  const session = await givenSession(db, who);
  const inside = <T>(work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => work({ tx, now: clock.now, actor: inSession(who, session), requestId: 'test' }));
  const approveTerms = (terms: StandingOrderTerms, uid: string | null, version: number | null, key: string) =>
    givenApproval(db, who, session, {
      operation: 'standing-order.set',
      uid,
      version,
      terms,
      amount: terms.amount,
      currency: terms.currency,
      paymentIdempotency: key,
    });
  const list = async (): Promise<StandingOrderView[]> => (await inside((ctx) => listStandingOrders(ctx, {}))).list;
  const named = (uid: string) => ({ uid, idempotency: v7() });
  return {
    inside,
    approveTerms,
    list,
    create: async (terms: StandingOrderTerms): Promise<StandingOrderView> => {
      const idempotency = v7();
      const approval = await approveTerms(terms, null, null, idempotency);
      return inside((ctx) => createStandingOrder(ctx, { terms, approval, idempotency }));
    },
    edit: async ({ uid, version }: StandingOrderView, terms: StandingOrderTerms): Promise<StandingOrderView> => {
      const idempotency = v7();
      const approval = await approveTerms(terms, uid, version, idempotency);
      return inside((ctx) => editStandingOrder(ctx, { uid, version, terms, approval, idempotency }));
    },
    editNext: async (
      { uid, version, next }: StandingOrderView,
      over: Partial<{ payDay: string; amount: string; reference: string; day: string }> = {},
    ): Promise<StandingOrderView> => {
      if (!next) throw new Error('there is no next date');
      const paymentIdempotency = v7();
      const { day, payDay, reference, amount } = { ...next, amount: next.amount.amount, ...over };
      const date = { uid, version, day, payDay, amount, reference };
      const purpose = {
        operation: 'standing-order.next',
        ...date,
        currency: next.amount.currency,
        paymentIdempotency,
      } as const;
      const approval = await givenApproval(db, who, session, purpose);
      return inside((ctx) => editNextDate(ctx, { ...date, approval, idempotency: paymentIdempotency }));
    },
    pause: (uid: string) => inside((ctx) => pauseStandingOrder(ctx, named(uid))),
    resume: (uid: string) => inside((ctx) => resumeStandingOrder(ctx, named(uid))),
    cancel: (uid: string) => inside((ctx) => cancelStandingOrder(ctx, named(uid))),
    createWith: (terms: StandingOrderTerms, approval: string, idempotency: string) =>
      inside((ctx) => createStandingOrder(ctx, { terms, approval, idempotency })),
    answerFor: async (
      uid: string,
      day: string,
      asked: Pick<Asked, 'side' | 'amount'>,
      worst?: string,
    ): Promise<Answer> => {
      const idempotency = v7();
      const quote = await inside((ctx) => quoteFx(ctx, { sell: 'GBP', buy: 'EUR', ...asked, idempotency }));
      const figures = { uid, day, quoteId: quote.quoteId, fee: '8.00', ...(worst !== undefined && { worst }) };
      const purpose = {
        operation: 'standing-order.pay-held',
        ...figures,
        amount: quote.sellAmount.amount,
        currency: quote.sell,
        buyAmount: quote.buyAmount.amount,
        buyCurrency: quote.buy,
        paymentIdempotency: idempotency,
      } as const;
      return { ...figures, idempotency, approval: await givenApproval(db, who, session, purpose) };
    },
    payHeld: (answer: Answer) => inside((ctx) => payHeld(ctx, answer)),
    skip: (uid: string, day: string) => inside((ctx) => skipNextDate(ctx, { ...named(uid), day })),
    history: async (uid: string) => (await inside((ctx) => showHistory(ctx, { uid }))).list,
    only: async (): Promise<StandingOrderView> => {
      const [order] = await list();
      if (!order) throw new Error('there is no standing order');
      return order;
    },
  };
}

export function turnAt(db: Db, clock: Clock): Promise<number> {
  const asSystem =
    <T>(work: (ctx: Ctx<{ kind: 'system'; name: string }>) => Promise<T>) =>
    (tx: Ctx['tx']): Promise<T> =>
      work({ tx, now: clock.now, actor: { kind: 'system', name: 'test' }, requestId: 'test' });
  return runStandingOrders(
    {
      alone: (work) => inTransaction(db, asSystem(work)),
      together: (works) => inOneTransaction(db, works.map(asSystem)),
    },
    silent,
  );
}
