import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { exportAuditLog, searchAuditLog } from './audit-log.read.ts';

export function auditLogRoutes(bind: Bind): void {
  bind.verb(contract.auditLog.search, searchAuditLog);
  bind.workflow(contract.auditLog.exportLog, exportAuditLog);
}
