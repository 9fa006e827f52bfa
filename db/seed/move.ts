import type { Currency } from '@larkmere/money/money';

type Common = Readonly<{ at: Date; currency: Currency; minor: bigint }>;

export type Credit = Common & Readonly<{ kind: 'credit'; from: string; reference: string }>;
export type CardPayment = Common & Readonly<{ kind: 'card'; merchant: string }>;
export type Authorisation = Common & Readonly<{ kind: 'authorisation'; merchant: string; days: number }>;
export type Abroad = Common & Readonly<{ kind: 'abroad'; to: string; account: string; reference: string }>;
export type Exchange = Common &
  Readonly<{ kind: 'exchange'; into: Currency; bought: bigint; rate: string; fee: bigint }>;
export type Sending = Common &
  Readonly<{
    kind: 'payment';
    to: string;
    reference: string;
    ends: Ending;
    fee: bigint;
    free: 'signup' | 'referral' | null;
  }>;
export type Ending =
  | Readonly<{ state: 'completed' }>
  | Readonly<{ state: 'returned'; reason: string; afterDays: number }>
  | Readonly<{ state: 'rejected'; reason: string }>;

export type Move = Credit | CardPayment | Authorisation | Abroad | Exchange | Sending;

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
