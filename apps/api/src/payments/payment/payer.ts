import type { Principal } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findCustomerAddress } from './payment.read.ts';

export async function requirePayerAddress({ tx }: Pick<Ctx, 'tx'>, { customerId }: Principal): Promise<void> {
  if (!(await findCustomerAddress(tx, customerId))) throw new Refusal('payer_address_missing');
}
