import type { CardPaymentDeclineCode } from '@larkmere/contract/cards/card-issuer';
import { type Message, message } from '@larkmere/messages/message';
import type { Money } from '@larkmere/money/money';

const limitCodes = ['over_payment_limit', 'over_daily_limit', 'over_monthly_limit'] as const;
const isLimit = (code: string): code is (typeof limitCodes)[number] => (limitCodes as readonly string[]).includes(code);

/** Why a payment was declined, and what to do. `limit`: the one that it was over, if it was ours. */
export const declineMessage = (code: CardPaymentDeclineCode, limit: Money | null): Message =>
  isLimit(code) && limit !== null
    ? message(`card_payment_declined_${code}_of`, { limit })
    : message(`card_payment_declined_${code}`);
