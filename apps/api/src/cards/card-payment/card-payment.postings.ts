import type { AccountId, Posting } from '@larkmere/ledger/types';
import { type Currency, money } from '@larkmere/money/money';
import type { CardPaymentTerms, Charge } from './charge.ts';

export type ChargeAccounts = Readonly<{
  /** The account, or suspense for what is given back and cannot be received. */
  payer: AccountId;
  shortfall: AccountId;
  clearing: AccountId;
  feeIncome: AccountId;
  /** Only where currencies differ. */
  exchange: Readonly<{
    positionSold: AccountId;
    positionBought: AccountId;
    spreadIncome: AccountId;
    rounding: AccountId;
  }> | null;
}>;

/**
 * One ledger transfer in which each currency balances on its own. `short` is the part of the cost that the payer does
 * not bear: what the account does not have, or with a minus what a refund pays of an earlier shortfall.
 */
export function chargePostings(
  { currency, billing }: CardPaymentTerms,
  charge: Charge,
  { payer, shortfall, clearing, feeIncome, exchange }: ChargeAccounts,
  short: bigint,
): Posting[] {
  const shortConverted = within(short, charge.converted);
  const paid = (credit: AccountId, minor: bigint, missing: bigint): Posting[] => [
    ...leg(currency, payer, credit, minor - missing),
    ...leg(currency, shortfall, credit, missing),
  ];
  const target = exchange?.positionSold ?? clearing;
  return [
    ...paid(target, charge.converted, shortConverted),
    ...paid(feeIncome, charge.fee, short - shortConverted),
    ...(exchange
      ? [
          ...leg(billing, exchange.positionBought, clearing, charge.billed),
          ...leg(billing, exchange.positionBought, exchange.spreadIncome, charge.spread),
          ...leg(billing, exchange.positionBought, exchange.rounding, charge.rounding),
        ]
      : []),
  ];
}

/** As much of `part` as fits in `whole`, if both have the same sign. */
function within(part: bigint, whole: bigint): bigint {
  if (part > 0n) return whole <= 0n ? 0n : part < whole ? part : whole;
  return whole >= 0n ? 0n : part > whole ? part : whole;
}

function leg(currency: Currency, debit: AccountId, credit: AccountId, minor: bigint): Posting[] {
  if (minor === 0n) return [];
  return minor > 0n
    ? [{ debit, credit, amount: money(currency, minor) }]
    : [{ debit: credit, credit: debit, amount: money(currency, -minor) }];
}

export const settlementPostings = (
  currency: Currency,
  minor: bigint,
  clearing: AccountId,
  safeguarding: AccountId,
): Posting[] => leg(currency, clearing, safeguarding, minor);
