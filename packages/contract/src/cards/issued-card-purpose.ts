import { z } from 'zod';
import { AmountText, CurrencyCode, Idempotency, Uid } from '../platform/fields.ts';
import {
  CardLimits,
  CardOrderFields,
  CardPublicKey,
  CardSecret,
  CardSwitch,
  EncryptedPin,
  PinKeyId,
} from './issued-card.ts';

const { fee: _fee, ...ordered } = CardOrderFields;

/** `amount`: the fee. */
export const CardOrderPurpose = z.strictObject({
  operation: z.literal('card.order'),
  ...ordered,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

/** Nothing is moved, so the amount is zero. */
const withoutMoney = { amount: AmountText, currency: CurrencyCode, paymentIdempotency: Idempotency };

export const CardLimitsPurpose = z.strictObject({
  operation: z.literal('card.limits'),
  uid: Uid,
  ...CardLimits.shape,
  ...withoutMoney,
});

export const CardSwitchPurpose = z.strictObject({
  operation: z.literal('card.switch'),
  uid: Uid,
  switch: CardSwitch,
  isOn: z.boolean(),
  ...withoutMoney,
});

export const CardPersonLimitsPurpose = z.strictObject({
  operation: z.literal('card.person-limits'),
  uid: Uid,
  ...CardLimits.shape,
  version: z.int().nonnegative(),
  ...withoutMoney,
});

export const CardRevealPurpose = z.strictObject({
  operation: z.literal('card.reveal'),
  uid: Uid,
  what: CardSecret,
  publicKey: CardPublicKey,
  ...withoutMoney,
});

export const CardPinPurpose = z.strictObject({
  operation: z.literal('card.pin'),
  uid: Uid,
  keyId: PinKeyId,
  encryptedPin: EncryptedPin,
  ...withoutMoney,
});
