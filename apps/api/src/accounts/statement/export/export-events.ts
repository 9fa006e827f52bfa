import type { ExportKind } from '@larkmere/contract/accounts/statement-export';
import { defineEvent } from '../../../platform/events/outbox.ts';

export type StatementExportEvent = Readonly<{
  exportId: string;
  customerId: string;
  userId: string;
  accounts: readonly string[];
  from: string;
  to: string;
  kind: ExportKind;
}>;

export const statementExportReady = defineEvent<StatementExportEvent>('statement.export_ready');
export const statementExportFailed = defineEvent<StatementExportEvent>('statement.export_failed');
