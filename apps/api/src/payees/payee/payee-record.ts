import type { NameCheckResult, PayeeReason, PayeeStatus } from '@larkmere/contract/payees/payee';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { Currency } from '@larkmere/money/money';
import type { z } from 'zod';

export type Payee = Readonly<{
  id: string;
  customerId: string;
  version: number;
  type: PayeeType;
  currency: Currency;
  entityType: 'individual' | 'company';
  name: string;
  nickname: string | null;
  details: Readonly<Record<string, string>>;
  account: string;
  defaultReference: string | null;
  favourite: boolean;
  ownAccount: boolean;
  status: z.infer<typeof PayeeStatus>;
  reasonCode: z.infer<typeof PayeeReason> | null;
  reason: string | null;
  nameCheckId: string | null;
  nameCheckResult: z.infer<typeof NameCheckResult> | null;
  actualName: string | null;
  nameCheckedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  accountSince: Date;
  lastPaidAt: Date | null;
  summary: string;
}>;

export type UkPayee = Payee & Readonly<{ sortCode: string; accountNumber: string }>;
