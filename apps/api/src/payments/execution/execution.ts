export {
  acceptPayment,
  applyReportToLocked,
  findSettlementReports,
  requireStatusConflict,
  settlementOperation,
  settleStatusConflict,
} from './apply-status-report.ts';
export { recordStatusConflict } from './hold-for-bank-query.ts';
export { customerReason } from './rails/customer-reason.ts';
export { readRailEvent } from './rails/read-event.ts';
export { trackOwnPayment } from './tracker-updates.ts';
