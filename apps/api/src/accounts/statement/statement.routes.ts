import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createExport } from './export/create-export.ts';
import {
  downloadAccountExport,
  downloadExport,
  downloadWalletExport,
  downloadWalletPdf,
} from './export/download-export.ts';
import { listExports } from './export/list-exports.ts';
import { previewExport } from './export/preview-export.ts';
import { searchStatement } from './search-statement.ts';
import { showActivity } from './show-activity.ts';
import { showStatement, showWalletStatement } from './show-statement.ts';

export function statementRoutes(bind: Bind): void {
  bind.verb(contract.statement.statement, showStatement);
  bind.verb(contract.statement.walletStatement, showWalletStatement);
  bind.verb(contract.statement.search, searchStatement);
  bind.verb(contract.statement.activity, showActivity);
  bind.verb(contract.statement.previewExport, previewExport);
  bind.verb(contract.statement.createExport, createExport);
  bind.verb(contract.statement.listExports, listExports);
  bind.workflow(contract.statement.downloadExport, downloadExport);
  bind.workflow(contract.statement.walletExportPdf, downloadWalletPdf);
  bind.workflow(contract.statement.walletExport, downloadWalletExport);
  bind.workflow(contract.statement.accountExport, downloadAccountExport);
}
