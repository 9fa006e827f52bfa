import { place as placeCall } from '@larkmere/contract/auto-fx';
import type { BulkTotal } from '@larkmere/contract/bulk-payment';
import { release as releaseCall } from '@larkmere/contract/bulk-payment';
import { create as createCall } from '@larkmere/contract/standing-order';
import { v7 } from 'uuid';
import { placeAutoFx } from '../apps/api/src/auto-fx/place-auto-fx.ts';
import { checkNames } from '../apps/api/src/bulk-payment/check-names.ts';
import { releaseFile } from '../apps/api/src/bulk-payment/release-file.ts';
import { showFile } from '../apps/api/src/bulk-payment/show-files.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { CustomerCtx } from '../apps/api/src/kernel/verb.ts';
import type { Payee } from '../apps/api/src/payee/payee.ts';
import { createStandingOrder } from '../apps/api/src/standing-order/create-standing-order.ts';
import { asCustomer, givenAccount } from './given.ts';
import { termsFor, trader } from './given-auto-fx.ts';
import { givenFile, totalsOf } from './given-bulk.ts';
import { givenApproval } from './given-fx.ts';
import { inSession } from './given-payment.ts';
import { standingTerms } from './given-standing-order.ts';
import type { People } from './outside-world/people.ts';
import type { Random } from './outside-world/random.ts';

type Swap = ReadonlyMap<string, string>;
type Approved = Readonly<{
  order: object;
  send: (order: object) => Promise<unknown>;
  swap?: Swap;
}>;

export type Subject = Readonly<{
  name: string;
  input: { safeParse: (order: unknown) => { success: boolean } };
  approved: (random: Random) => Promise<Approved>;
}>;

const startDate = '2027-03-01';

function calling(db: Db, { who, session }: People, verb: (ctx: CustomerCtx, order: never) => Promise<unknown>) {
  const actor = inSession(who, session);
  return (order: object) => inTransaction(db, (tx, now) => verb({ tx, now, actor, requestId: 'test' }, order as never));
}

export async function approvedStandingOrder(db: Db, people: People, other: Payee): Promise<Subject[]> {
  const { who, session, routes, berlin } = people;
  const [pounds] = routes;
  const elsewhere = await givenAccount(db, who, { balance: '40000.00' });
  const fx = { amountSide: 'sent', floorRate: '1.1000', onBreach: 'skip', most: null } as const;
  const kinds = [
    { name: 'standing order', to: pounds.to, over: {} },
    { name: 'standing order into euros', to: berlin, over: { fx, chargeType: 'SHA' } },
  ] as const;
  const swapped = new Map([[pounds.account.bankholderId, elsewhere.bankholderId]]);
  return kinds.map(({ name, to, over }) => ({
    name,
    input: createCall.input,
    approved: async (random) => {
      const amount = `${random.between(5, 90)}.00`;
      const terms = standingTerms(pounds.account, to, { amount, startDate, ...over });
      const idempotency = v7();
      const figures = { amount, currency: terms.currency, paymentIdempotency: idempotency };
      const purpose = { operation: 'standing-order.set', uid: null, version: null, terms, ...figures } as const;
      const approval = await givenApproval(db, who, session, purpose);
      const swap = new Map([...swapped, [to.id, other.id]]);
      return { order: { terms, approval, idempotency }, send: calling(db, people, createStandingOrder), swap };
    },
  }));
}

export async function approvedFile(db: Db, people: People): Promise<Subject[]> {
  const { who, session, routes } = people;
  const elsewhere = await givenAccount(db, who, { balance: '40000.00' });
  const swap = new Map([[routes[0].account.bankholderId, elsewhere.bankholderId]]);
  const approved = async (random: Random): Promise<Approved> => {
    const lines = ['Northgate Lettings Ltd,08-99-99,66374958', 'Mekong Trading Ltd,107999,88837491'];
    const { uid } = await givenFile(
      db,
      who,
      lines.map((line, i) => `${line},${random.between(2, 90)}.00,Pay ${i}`),
    );
    while ((await checkNames(db, async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }))) > 0);
    const { digest, ...shown } = await asCustomer(db, who).run(showFile, { uid });
    const { bankholderId: sourceBankholderId } = routes[0].account;
    const totals = totalsOf(shown).map((total) => ({ ...total, sourceBankholderId }));
    const [{ amount, currency }] = totals as [BulkTotal];
    const idempotency = v7();
    const figures = { uid, digest, totals, amount, currency, paymentIdempotency: idempotency };
    const approval = await givenApproval(db, who, session, { operation: 'payment.bulk', ...figures });
    return { order: { uid, digest, totals, approval, idempotency }, send: calling(db, people, releaseFile), swap };
  };
  return [{ name: 'file', input: releaseCall.input, approved }];
}

export async function approvedAutoFx(db: Db, people: People): Promise<Subject[]> {
  const { who, routes } = people;
  const klaus = routes[1] ?? routes[0];
  const me = await trader(db, who);
  const accounts = { source: routes[0].account, target: klaus.account };
  const approved = async (random: Random): Promise<Approved> => {
    const terms = termsFor(accounts, {
      buy: 'EUR',
      amount: `${random.between(20, 90)}.00`,
      targetRate: '1.9000',
      afterFill: { payeeUid: klaus.to.id, payeeVersion: klaus.to.version, most: '500.00', reference: 'Rent' },
    });
    const idempotency = v7();
    const approval = await me.approve(terms, null, null, idempotency, false);
    return {
      order: { terms, acceptMetTarget: false, approval, idempotency },
      send: (order) => me.inside((ctx) => placeAutoFx(ctx, order as never)),
    };
  };
  return [{ name: 'Auto FX', input: placeCall.input, approved }];
}
