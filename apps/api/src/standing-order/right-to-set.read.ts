import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { PayerCtx } from './standing-order.ts';

/** Refuses `account_restricted` for a customer who may not send, and `service_off` while standing orders are. */
export async function requireMaySet({ tx, actor }: PayerCtx): Promise<void> {
  if (actor.accountStatus !== 'active') throw new Refusal('account_restricted');
  const service = await serviceOf(tx);
  if (!service?.is_on) throw new Refusal('service_off', service?.message ? { message: service.message } : {});
}

/** Nothing is paid while the service is off; what is due waits for it. */
export const isServiceOn = async (tx: Tx): Promise<boolean> => (await serviceOf(tx))?.is_on ?? false;

const serviceOf = (tx: Tx) =>
  tx.selectFrom('payment.service').select(['is_on', 'message']).where('key', '=', 'standing').executeTakeFirst();
