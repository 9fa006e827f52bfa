import type { CardAuthorisation, CardPaymentDeclineCode } from '@larkmere/contract/cards/card-issuer';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { cardDeclineFor, type IssuedCard } from '../issued-card/issued-card.ts';
import type { CardFacts } from './card-payment.read.ts';

export type Decline = Readonly<{ code: CardPaymentDeclineCode; limit?: bigint }>;

type CardContext = Readonly<{ card: IssuedCard; facts: CardFacts }>;

/** Everything but money: the time to answer, the card, the account, and how and where the card is used. */
export function findDecline(
  request: Pick<CardAuthorisation, 'answerBy' | 'channel' | 'merchant'>,
  { card, facts }: CardContext,
): Decline | undefined {
  const { at, accountStatus, customerStatus, country } = facts;
  // The stand-in of the processor has answered by now.
  if (at >= new Date(request.answerBy)) return { code: 'not_available' };
  const ofCard = cardDeclineFor(card, at);
  if (ofCard) return { code: ofCard };
  if (accountStatus !== 'active' || accountPermissions[customerStatus].card !== 'yes')
    return { code: 'account_restricted' };
  const isAbroad = request.merchant.country !== country;
  if (isChannelOff(card, request.channel) || (isAbroad && !card.abroad)) return { code: 'channel_off' };
  return undefined;
}

const isChannelOff = (card: IssuedCard, channel: CardAuthorisation['channel']): boolean =>
  channel === 'chip' ? false : !card[channel];

/** In the account's currency. `cost` is requested now; `counted` was approved earlier for the same payment. */
export function findExceededLimit(
  card: IssuedCard,
  { today, month }: Pick<CardFacts, 'today' | 'month'>,
  { cost, counted }: Readonly<{ cost: bigint; counted: bigint }>,
): Decline | undefined {
  const { perPaymentMinor: perPayment, dailyMinor: daily, monthlyMinor: monthly } = card;
  if (counted + cost > perPayment) return { code: 'over_payment_limit', limit: perPayment };
  if (today + cost > daily) return { code: 'over_daily_limit', limit: daily };
  if (month + cost > monthly) return { code: 'over_monthly_limit', limit: monthly };
  return undefined;
}
