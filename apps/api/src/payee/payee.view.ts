import type { PayeeView } from '@larkmere/contract/payee';
import type { Payee } from './payee.ts';

/** A payee as its owner sees it. */
export const viewOf = (payee: Payee): PayeeView => ({
  uid: payee.id,
  version: payee.version,
  type: payee.type,
  currency: payee.currency,
  entityType: payee.entityType,
  name: payee.name,
  nickname: payee.nickname,
  sortCode: payee.sortCode,
  accountNumber: payee.accountNumber,
  defaultReference: payee.defaultReference,
  favourite: payee.favourite,
  status: payee.status,
  reason: payee.reason,
  nameCheck:
    payee.nameCheckResult && payee.nameCheckedAt
      ? {
          result: payee.nameCheckResult,
          actualName: payee.actualName,
          checkedAt: payee.nameCheckedAt.toISOString(),
        }
      : null,
  lastPaidAt: payee.lastPaidAt?.toISOString() ?? null,
  summary: payee.summary,
  createdAt: payee.createdAt.toISOString(),
});
