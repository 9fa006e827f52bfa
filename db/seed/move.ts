import type { Currency } from '@larkmere/money/money';

type Common = Readonly<{ at: Date; currency: Currency; minor: bigint }>;

/** Money came in. */
export type Credit = Common & Readonly<{ kind: 'credit'; from: string; reference: string }>;
/** Paid with a card. */
export type CardPayment = Common & Readonly<{ kind: 'card'; merchant: string }>;
/** Set aside for a card payment that the merchant has not taken yet. */
export type Authorisation = Common & Readonly<{ kind: 'authorisation'; merchant: string; days: number }>;
/** Sent abroad, in a currency that has no rail of ours yet. */
export type Abroad = Common & Readonly<{ kind: 'abroad'; to: string; account: string; reference: string }>;
export type Exchange = Common &
  Readonly<{ kind: 'exchange'; into: Currency; bought: bigint; rate: string; fee: bigint }>;
/** Sent by Faster Payments to a payee. */
export type Sending = Common &
  Readonly<{
    kind: 'payment';
    to: string;
    reference: string;
    ends: Ending;
    fee: bigint;
    free: 'signup' | 'referral' | null;
  }>;
/** How a payment ended; the code is the rail's reason. */
export type Ending =
  | Readonly<{ state: 'completed' }>
  | Readonly<{ state: 'returned'; reason: string; afterDays: number }>
  | Readonly<{ state: 'rejected'; reason: string }>;

/** One thing that happened to a customer's money, `minor` units of `currency` being what it is about. */
export type Move = Credit | CardPayment | Authorisation | Abroad | Exchange | Sending;

/** What a move changes on the accounts of the customer in the end, by currency. */
export function effectsOf(move: Move): readonly (readonly [Currency, bigint])[] {
  const { currency, minor } = move;
  switch (move.kind) {
    case 'credit':
      return [[currency, minor]];
    case 'card':
    case 'abroad':
      return [[currency, -minor]];
    case 'authorisation':
      return [];
    case 'exchange':
      return [
        [currency, -minor - move.fee],
        [move.into, move.bought],
      ];
    case 'payment':
      return move.ends.state === 'completed' ? [[currency, -minor - move.fee]] : [];
  }
}
