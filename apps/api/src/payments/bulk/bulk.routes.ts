import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmRow, correctRow, excludeRow, overrideNameCheck } from './correct-row.ts';
import { downloadTemplate, exportFaultReport } from './export-faults.ts';
import { getFile, listFiles, listRows } from './list-files.ts';
import { releaseFileOnce } from './release-file.ts';
import { uploadFile } from './upload-file.ts';

export function bulkPaymentRoutes(bind: Bind): void {
  bind.verb(contract.bulkPayment.list, listFiles);
  bind.workflow(contract.bulkPayment.upload, uploadFile);
  bind.verb(contract.bulkPayment.view, getFile);
  bind.verb(contract.bulkPayment.rows, listRows);
  bind.verb(contract.bulkPayment.correct, correctRow);
  bind.verb(contract.bulkPayment.acceptName, overrideNameCheck);
  bind.verb(contract.bulkPayment.excludeRow, excludeRow);
  bind.verb(contract.bulkPayment.confirmRow, confirmRow);
  bind.workflow(contract.bulkPayment.release, releaseFileOnce);
  bind.workflow(contract.bulkPayment.template, downloadTemplate);
  bind.workflow(contract.bulkPayment.faultReport, exportFaultReport);
}
