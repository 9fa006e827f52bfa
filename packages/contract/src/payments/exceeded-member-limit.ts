import { compare, readAmount } from '@larkmere/money/money';
import type { MoneyView } from '../platform/fields.ts';
import type { PriceView } from './payment.ts';

type Limit = PriceView['limit'];
type MemberLimit = NonNullable<Limit['member']>;

/** The server makes the final decision, and its text names the day. */
export function exceededMemberLimit({
  member,
}: Pick<Limit, 'member'>): Readonly<{ fault: 'memberPayment' | 'memberDay'; limit: MoneyView }> | undefined {
  if (!member) return undefined;
  const { currency, perPayment, remainingToday } = member;
  if (isAbove(member, perPayment)) return { fault: 'memberPayment', limit: { amount: perPayment, currency } };
  if (isAbove(member, remainingToday)) return { fault: 'memberDay', limit: { amount: remainingToday, currency } };
  return undefined;
}

function isAbove({ amount, currency }: MemberLimit, most: string | null): most is string {
  const [requested, limit] = [amount, most].map((text) => readAmount(currency, text ?? ''));
  return requested !== undefined && limit !== undefined && compare(requested, limit) > 0;
}
