import type { CardPaymentState } from '@larkmere/contract/cards/card-payment';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

const reported = { released: 'vendor', cleared: 'vendor', refunded: 'vendor' } as const;

/** The state follows from the totals that the processor reports, so what comes later can correct every state. */
export const cardPaymentLifecycle = defineLifecycle({
  table: 'card_payment.payment',
  history: {
    table: 'card_payment.transition',
    key: 'paymentId',
    copies: ['declineCode', 'heldMinor', 'clearedMinor', 'refundedMinor', 'takenMinor'],
  },
  action: 'card_payment',
  entity: 'card-payment',
  audited: ({ reference, cardId: card, declineCode }) => ({
    reference,
    card,
    ...(declineCode === null ? {} : { declineCode }),
  }),
})<CardPaymentState>({
  transitions: {
    declined: { authorised: 'vendor', ...reported },
    verified: { authorised: 'vendor', ...reported },
    authorised: { declined: 'vendor', released: ['vendor', 'system'], cleared: 'vendor', refunded: 'vendor' },
    released: { declined: 'vendor', authorised: 'vendor', cleared: 'vendor', refunded: 'vendor' },
    cleared: { released: 'vendor', refunded: 'vendor' },
    refunded: { cleared: 'vendor', released: 'vendor' },
  },
  waiting: {},
});

type StateFacts = Readonly<{
  held: bigint;
  cleared: bigint;
  refunded: bigint;
  isDeclined: boolean;
  /** Nothing was ever held or taken. */
  isVerified?: boolean;
}>;

export function stateOf({ held, cleared, refunded, isDeclined, isVerified }: StateFacts): CardPaymentState {
  if (refunded > 0n && refunded >= cleared) return 'refunded';
  if (cleared > 0n) return 'cleared';
  if (held > 0n) return 'authorised';
  if (isDeclined) return 'declined';
  return isVerified ? 'verified' : 'released';
}
