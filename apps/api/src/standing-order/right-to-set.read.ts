import { requireActive } from '../customer/customer.ts';
import type { Tx } from '../kernel/db.ts';
import { requireOn, serviceNow } from '../service/service.ts';
import type { PayerCtx } from './standing-order.ts';

/** Refuses `account_restricted` for a customer who may not send, and `service_off` while standing orders are. */
export async function requireMaySet({ tx, actor }: PayerCtx): Promise<void> {
  requireActive(actor.accountStatus);
  requireOn(await serviceNow(tx, 'standing'));
}

/** Nothing is paid while the service is off; what is due waits for it. */
export const isServiceOn = async (tx: Tx): Promise<boolean> => (await serviceNow(tx, 'standing')).isOn;
