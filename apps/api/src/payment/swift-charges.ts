import { type Money, money, zero } from '@larkmere/money/money';
import type { Tx } from '../kernel/db.ts';
import { chargesInForce } from './price.sql.ts';

type Sent = Readonly<{ amount: Money; chargeBearer?: 'OUR' | 'SHA' | 'BEN' }>;

export async function expectedCharges(tx: Tx, { amount, chargeBearer = 'SHA' }: Sent): Promise<Money> {
  if (chargeBearer === 'OUR') return zero(amount.currency);
  const { expected_minor } = await chargesInForce(tx, amount.currency);
  // Two intermediary banks deduct at most a quarter each of a small payment.
  const most = amount.minor / 2n;
  return money(amount.currency, expected_minor < most ? expected_minor : most);
}
