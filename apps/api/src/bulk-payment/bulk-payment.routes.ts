import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { acceptName } from './accept-name.ts';
import { correctRow, leaveRowOut } from './correct-row.ts';
import { exportFaults } from './export-faults.ts';
import { releaseFile } from './release-file.ts';
import { listFiles, showFile, showRows } from './show-files.ts';
import { showTemplate } from './show-template.ts';
import { uploadFile } from './upload-file.ts';

export function bulkPaymentRoutes(bind: Bind): void {
  bind.verb(contract.bulkPayment.list, listFiles);
  bind.procedure(contract.bulkPayment.upload, uploadFile);
  bind.verb(contract.bulkPayment.view, showFile);
  bind.verb(contract.bulkPayment.rows, showRows);
  bind.verb(contract.bulkPayment.correct, correctRow);
  bind.verb(contract.bulkPayment.acceptName, acceptName);
  bind.verb(contract.bulkPayment.leaveOut, leaveRowOut);
  bind.verb(contract.bulkPayment.release, releaseFile);
  bind.procedure(contract.bulkPayment.template, showTemplate);
  bind.procedure(contract.bulkPayment.faults, exportFaults);
}
