export { acceptPayment, applyReportToLocked, settlementOperation } from './apply-status-report.ts';
export { recordStatusConflict } from './hold-for-bank-query.ts';
export { customerReason } from './rails/customer-reason.ts';
export { readRailEvent } from './rails/read-event.ts';
export { findSettlementReports, requireStatusConflict, settleStatusConflict } from './settle-status-conflict.ts';
export { trackOwnPayment } from './tracker-updates.ts';
