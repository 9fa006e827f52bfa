import type { PayeeView } from '@larkmere/contract/payee';
import type { Payee } from './payee.ts';
import { linesOf } from './summary.ts';

/** A payee as its owner sees it. */
export const viewOf = (payee: Payee): PayeeView => ({
  uid: payee.id,
  version: payee.version,
  type: payee.type,
  currency: payee.currency,
  entityType: payee.entityType,
  name: payee.name,
  nickname: payee.nickname,
  details: payee.details,
  lines: linesOf(payee),
  defaultReference: payee.defaultReference,
  favourite: payee.favourite,
  status: payee.status,
  reasonCode: payee.reasonCode,
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
