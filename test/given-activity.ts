import { randomBytes } from 'node:crypto';
import { money } from '@larkmere/money/money';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { applyAnswer } from '../apps/api/src/payment/apply-answer.ts';
import { enterState } from '../apps/api/src/payment/payment.sql.ts';
import { moveBetweenOwn } from '../apps/api/src/transfer/transfer.ts';
import { asSystem, givenAccount, givenCustomer, givenPayee } from './given.ts';
import { clockAt, standing, standingTerms } from './given-standing-order.ts';
import { openMarket, payAcross } from './outside-world/across.ts';
import { givenPeople, pay } from './outside-world/people.ts';

export async function givenActivity(db: Db): Promise<void> {
  await openMarket(db);
  const people = await givenPeople(db);
  const across = people.routes.find((route) => route.across !== undefined);
  if (across?.across === undefined) throw new Error('nobody pays out of another currency');
  await pay(db, people, people.routes[0], '12.00');
  const sent = [await pay(db, people, people.routes[0], '13.00'), await payAcross(db, people, across, '12.00', 'sell')];
  for (const id of sent) {
    await inTransaction(db, (tx) => enterState(tx, id, { state: 'submitted' }));
    await asSystem(db, (ctx) =>
      applyAnswer(
        ctx,
        { id, attempt: 1 },
        { status: 'settled', document: `<answer to="${randomBytes(8).toString('hex')}"/>` },
      ),
    );
  }
  const who = await givenCustomer(db);
  const [source, target] = [await givenAccount(db, who, { balance: '100.00' }), await givenAccount(db, who)];
  const move = { customerId: who.customer.id, personId: who.person.id, name: 'Ann', source, target };
  await asSystem(db, (ctx) => moveBetweenOwn(ctx, { ...move, amount: money('GBP', 1250n) }));
  const me = await standing(db, who, clockAt('2026-11-21T10:00:00Z'));
  await me.create(standingTerms(source, await givenPayee(db, who)));
}
