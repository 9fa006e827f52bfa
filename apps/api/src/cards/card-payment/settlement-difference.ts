import type { settlementDifferenceKinds } from '@larkmere/contract/back-office/card-settlement';

/** Amounts in minor units of the settlement's currency, as text for JSON. */
export type SettlementDifference = Readonly<{
  kind: (typeof settlementDifferenceKinds)[number];
  paymentId: string | null;
  inFile: string;
  inBooks: string;
}>;
