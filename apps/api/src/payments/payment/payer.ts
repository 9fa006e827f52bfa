import { type Principal, principalFor } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findCustomerAddress } from './payment.read.ts';

export type Payer = Principal;

export const findPayer = (tx: Tx, userId: string): Promise<Payer | undefined> => principalFor(tx, userId);

export async function requirePayerAddress({ tx }: Pick<Ctx, 'tx'>, { customerId }: Payer): Promise<void> {
  if (!(await findCustomerAddress(tx, customerId))) throw new Refusal('payer_address_missing');
}
