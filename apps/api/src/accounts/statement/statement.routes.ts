import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { requestClosingPack, showClosingPack } from './closing-pack/closing-pack.ts';
import {
  downloadAccountExport,
  downloadExport,
  downloadWalletExport,
  downloadWalletPdf,
  listExports,
} from './export/download-export.ts';
import { createExport, previewExport } from './export/request-export.ts';
import { searchStatement, showActivity, showStatement, showWalletStatement } from './show-statement.ts';
import { showSubscription, subscribe, unsubscribe } from './subscription/subscribe.ts';

export function statementRoutes(bind: Bind, verificationAddress: string): void {
  bind.verb(contract.statement.statement, showStatement);
  bind.verb(contract.statement.walletStatement, showWalletStatement);
  bind.verb(contract.statement.search, searchStatement);
  bind.verb(contract.statement.activity, showActivity);
  bind.verb(contract.statement.previewExport, previewExport);
  bind.verb(contract.statement.createExport, createExport);
  bind.verb(contract.statement.listExports, listExports);
  bind.verb(contract.statement.showSubscription, showSubscription);
  bind.verb(contract.statement.subscribe, subscribe);
  bind.verb(contract.statement.unsubscribe, unsubscribe);
  bind.verb(contract.statement.showClosingPack, showClosingPack);
  bind.verb(contract.statement.requestClosingPack, requestClosingPack);
  bind.workflow(contract.statement.downloadExport, downloadExport(verificationAddress));
  bind.workflow(contract.statement.walletExportPdf, downloadWalletPdf(verificationAddress));
  bind.workflow(contract.statement.walletExport, downloadWalletExport(verificationAddress));
  bind.workflow(contract.statement.accountExport, downloadAccountExport(verificationAddress));
}
