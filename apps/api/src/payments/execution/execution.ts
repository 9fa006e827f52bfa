/**
 * Everything between us and the bank that carries a payment: the instruction that is sent, its repeated enquiries, what
 * the bank reports, and a bank's question that holds a payment. No other module sends a payment to a bank. Others give
 * it reports that arrived by another way, and read where a payment is on its way.
 */

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
