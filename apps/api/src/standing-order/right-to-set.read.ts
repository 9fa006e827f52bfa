import { requireActive } from '../customer/customer.ts';
import type { Tx } from '../kernel/db.ts';
import { requireOn, serviceNow } from '../service/service.ts';
import type { PayerCtx } from './standing-order.ts';

export async function requireMaySet({ tx, actor }: PayerCtx): Promise<void> {
  requireActive(actor.accountStatus);
  requireOn(await serviceNow(tx, 'standing'));
}

export const isServiceOn = async (tx: Tx): Promise<boolean> => (await serviceNow(tx, 'standing')).isOn;
