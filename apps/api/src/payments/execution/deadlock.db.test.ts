import { randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { groupCommit } from '../../platform/batching/group-commit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { transactionRetries } from '../../platform/observability/metrics.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { receiveCredit } from '../incoming/receive-credit.ts';
import { returnPayment } from '../incoming/return-payment.ts';
import { enterState } from '../payment/payment.sql.ts';
import type { StatusReport } from '../payment/rail.ts';
import { applyStatusReport } from './apply-status-report.ts';

const { db } = await createDatabase();

type Work = (ctx: Ctx<SystemActor>) => Promise<void>;
const asBank =
  (work: Work) =>
  (tx: Tx, now: Date): Promise<void> =>
    work({ tx, now, actor: { kind: 'system', name: 'test' }, requestId: 'test' });

const sendReport =
  (id: string, status: StatusReport['status']): Work =>
  (ctx) =>
    applyStatusReport(ctx, { id, attempt: 1 }, { status, document: '<answer/>', bookedAt: ctx.now });

async function seedPayer() {
  const who = await seedCustomer(db);
  const session = await seedSession(db, who);
  const account = await seedAccount(db, who, { balance: '1000.00' });
  const payee = await seedPayee(db, who);
  let pence = 0;
  const pay = async (): Promise<{ id: string; reference: string }> => {
    pence += 1;
    const order = await seedPaymentAuthorisation(
      db,
      who,
      toPaymentOrder(account, payee, { amount: `2.${10 + pence}` }),
      session,
    );
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
        ...sentReports(ctx),
        kind: 'return',
        instructionId,
        amount: money('GBP', 200n),
        reasonCode: 'AC04',
        reasonText: '',
      });
  const receive: Work = (ctx) =>
    receiveCredit(ctx, {
      ...sentReports(ctx),
      kind: 'credit',
      amount: money('GBP', 500n),
      payee: { kind: 'uk', sortCode: account.sortCode ?? '', accountNumber: account.accountNumber ?? '' },
      payerName: 'A Payer',
      reference: 'Rent',
    });
  return { account, pay, comeBack, receive };
}

const sentReports = (ctx: Ctx) => ({
  eventId: randomUUID(),
  sequence: 1,
  at: ctx.now,
  railReference: randomUUID(),
  bookedAt: ctx.now,
  document: '<told/>',
});

const countDeadlocks = async (): Promise<number> =>
  (await transactionRetries.get()).values
    .filter(({ labels }) => labels.code === '40P01')
    .reduce((sum, { value }) => sum + value, 0);

test('concurrent status reports, returns and credits never deadlock', async () => {
  const payers = [];
  for (let n = 0; n < 6; n += 1) payers.push(await seedPayer());
  for (let round = 0; round < 6; round += 1) {
    const works: Work[] = [];
    for (const { pay, comeBack, receive } of payers) {
      const [taken, late, back, known] = [await pay(), await pay(), await pay(), await pay()];
      await inTransaction(db, asBank(sendReport(known.id, 'accepted')));
      works.push(
        sendReport(taken.id, 'settled'),
        sendReport(known.id, 'settled'),
        comeBack(back.reference),
        receive,
        sendReport(late.id, 'accepted'),
      );
    }
    const lanes = Array.from({ length: 8 }, (_, lane) => works.filter((__, i) => i % 8 === lane));
    const outcomes = await Promise.all(
      lanes.map(async (lane, i) => {
        if (i < 2) return groupCommit(db, lane.map(asBank));
        for (const work of lane) await inTransaction(db, asBank(work));
        return [];
      }),
    );
    expect(outcomes.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
  }
  expect(await countDeadlocks()).toBe(0);
});
