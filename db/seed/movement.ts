import type { Currency } from '@larkmere/money/money';

type MovementBase = Readonly<{ at: Date; currency: Currency; minor: bigint }>;

export type Credit = MovementBase & Readonly<{ kind: 'credit'; from: string; reference: string }>;
/** For a friend who joined. */
export type Reward = MovementBase & Readonly<{ kind: 'reward'; friend: string }>;
export type CardPayment = MovementBase & Readonly<{ kind: 'card'; merchant: string }>;
export type Authorisation = MovementBase & Readonly<{ kind: 'authorisation'; merchant: string; days: number }>;
export type CrossBorderPayment = MovementBase &
  Readonly<{ kind: 'abroad'; to: string; account: string; reference: string }>;
export type Exchange = MovementBase &
  Readonly<{ kind: 'exchange'; into: Currency; bought: bigint; rate: string; fee: bigint }>;
export type DomesticPayment = MovementBase &
  Readonly<{
    kind: 'payment';
    to: string;
    reference: string;
    outcome: PaymentOutcome;
    fee: bigint;
    free: 'signup' | 'referral' | null;
  }>;
export type PaymentOutcome =
  | Readonly<{ state: 'completed' }>
  | Readonly<{ state: 'returned'; reason: string; afterDays: number }>
  | Readonly<{ state: 'rejected'; reason: string }>;

export type Movement = Credit | Reward | CardPayment | Authorisation | CrossBorderPayment | Exchange | DomesticPayment;

export function balanceChanges(move: Movement): readonly (readonly [Currency, bigint])[] {
  const { currency, minor } = move;
  switch (move.kind) {
    case 'credit':
    case 'reward':
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
      return move.outcome.state === 'completed' ? [[currency, -minor - move.fee]] : [];
  }
}
