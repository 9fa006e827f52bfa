import { randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { approve, givenSession, inSession, orderFor } from '../../../../test/given-payment.ts';
import type { Tx } from '../kernel/db.ts';
import { repeats } from '../kernel/metrics.ts';
import { inOneTransaction, inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { applyAnswer } from './apply-answer.ts';
import { enterState } from './payment.sql.ts';
import type { RailAnswer } from './rails/rail.ts';
import { receiveCredit } from './receive-credit.ts';
import { returnPayment } from './return-payment.ts';
import { sendGbp } from './send-gbp.ts';

const { db } = await givenDatabase();

type Work = (ctx: Ctx<SystemActor>) => Promise<void>;
const asBank =
  (work: Work) =>
  (tx: Tx, now: Date): Promise<void> =>
    work({ tx, now, actor: { kind: 'system', name: 'test' }, requestId: 'test' });

const say =
  (id: string, status: RailAnswer['status']): Work =>
  (ctx) =>
    applyAnswer(ctx, { id, attempt: 1 }, { status, document: '<answer/>', bookedAt: ctx.now });

async function givenPayer() {
  const who = await givenCustomer(db);
  const session = await givenSession(db, who);
  const account = await givenAccount(db, who, { balance: '1000.00' });
  const payee = await givenPayee(db, who);
  let pence = 0;
  const pay = async (): Promise<{ id: string; reference: string }> => {
    pence += 1;
    const order = await approve(db, who, orderFor(account, payee, { amount: `2.${10 + pence}` }), session);
    const actor = inSession(who, session);
    const { uid, reference } = await inTransaction(db, (tx, now) =>
      sendGbp({ tx, now, actor, requestId: 'test' }, order),
    );
    await inTransaction(db, (tx) => enterState(tx, uid, { state: 'submitted' }));
    return { id: uid, reference };
  };
  const comeBack =
    (instructionId: string): Work =>
    (ctx) =>
      returnPayment(ctx, {
        ...told(ctx),
        kind: 'return',
        instructionId,
        amount: money('GBP', 200n),
        reasonCode: 'AC04',
        reasonText: '',
      });
  const receive: Work = (ctx) =>
    receiveCredit(ctx, {
      ...told(ctx),
      kind: 'credit',
      amount: money('GBP', 500n),
      payee: { kind: 'uk', sortCode: account.sortCode ?? '', accountNumber: account.accountNumber ?? '' },
      payerName: 'A Payer',
      reference: 'Rent',
    });
  return { account, pay, comeBack, receive };
}

const told = (ctx: Ctx) => ({
  eventId: randomUUID(),
  sequence: 1,
  at: ctx.now,
  railReference: randomUUID(),
  bookedAt: ctx.now,
  document: '<told/>',
});

const inCircles = async (): Promise<number> =>
  (await repeats.get()).values
    .filter(({ labels }) => labels.code === '40P01')
    .reduce((sum, { value }) => sum + value, 0);

test('concurrent status reports, returns and credits never deadlock', async () => {
  const payers = [];
  for (let n = 0; n < 6; n += 1) payers.push(await givenPayer());
  for (let round = 0; round < 6; round += 1) {
    const works: Work[] = [];
    for (const { pay, comeBack, receive } of payers) {
      const [taken, late, back, known] = [await pay(), await pay(), await pay(), await pay()];
      await inTransaction(db, asBank(say(known.id, 'accepted')));
      works.push(
        say(taken.id, 'settled'),
        say(known.id, 'settled'),
        comeBack(back.reference),
        receive,
        say(late.id, 'accepted'),
      );
    }
    const lanes = Array.from({ length: 8 }, (_, lane) => works.filter((__, i) => i % 8 === lane));
    const outcomes = await Promise.all(
      lanes.map(async (lane, i) => {
        if (i < 2) return inOneTransaction(db, lane.map(asBank));
        for (const work of lane) await inTransaction(db, asBank(work));
        return [];
      }),
    );
    expect(outcomes.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
  }
  expect(await inCircles()).toBe(0);
});
