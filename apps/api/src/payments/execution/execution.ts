export { acceptPayment, applyReportToLocked, londonDay, settlementOperation } from './apply-status-report.ts';
export { findSettlementEvidence } from './conflicting-reports.ts';
export { recordStatusConflict } from './hold-for-bank-query.ts';
export { customerReason } from './rails/customer-reason.ts';
export { readRailEvent } from './rails/read-event.ts';
export { requireSettlementEvidence, settleConflictedPayment } from './settle-conflicted-payment.ts';
export { trackOwnPayment } from './tracker-updates.ts';
