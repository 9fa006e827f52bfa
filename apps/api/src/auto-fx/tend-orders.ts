import { bookAll } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { serviceNow } from '../service/service.ts';
import { voidApproval } from '../team-approval/team-approval.ts';
import { changeOrder, takeExpired, takeToRemind, wakeOrders } from './auto-fx.sql.ts';
import { mayBecome, orderExpired, orderStillWaiting, statesThat } from './auto-fx.ts';
import { voidingOf } from './fill-orders.ts';
import { orderOf } from './order-row.ts';
import { newsOf } from './record-fills.ts';
import { remindAfterDays, waitingOf } from './waiting.ts';

const most = 200;

const nothingMore = { againAt: null, failure: null, askedUntil: null };

export async function tendOrders(ctx: Ctx): Promise<void> {
  await wakeOrders(ctx.tx, (await serviceNow(ctx.tx, 'fx.auto')).isOn);
  const mayExpire = statesThat((state) => mayBecome(state, 'expired'));
  const expired = (await takeExpired(ctx.tx, mayExpire, most)).map(orderOf);
  for (const order of expired) {
    await changeOrder(ctx.tx, order.id, { state: 'expired', hold_id: null, held_minor: null, next_run_at: null });
    if (order.state === 'pending_approval') await voidApproval(ctx, 'auto_fx', order.id, 'Its last day is over.');
    await emit(ctx, orderExpired, newsOf(order));
    await audit(ctx, 'auto-fx.expired', `auto-fx:${order.id}`);
  }
  await bookAll(
    ctx.tx,
    expired.flatMap(({ held }) => (held ? [voidingOf(held.id)] : [])),
  );
  for (const order of (await takeToRemind(ctx.tx, remindAfterDays, most)).map(orderOf))
    await emit(ctx, orderStillWaiting, { ...newsOf(order), waiting: waitingOf({ ...order, ...nothingMore }, ctx.now) });
}
