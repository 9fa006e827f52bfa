import type { BulkLane } from '@larkmere/ledger/bulk-lane';
import { forgetRejections, makeMonths } from '@larkmere/ledger/upkeep';
import { tickAutoFx } from './auto-fx/run-auto-fx.ts';
import { sweepHolds } from './books/sweep-holds.ts';
import { type AskName, checkNames } from './bulk-payment/check-names.ts';
import { runBulkPayments } from './bulk-payment/run-bulk-payments.ts';
import { forgetDocuments } from './document/forget-documents.ts';
import { sweepQuotes } from './fx/sweep-quotes.ts';
import type { OpenBanking } from './instant-payment/rails/open-banking.ts';
import { tendPayments } from './instant-payment/tend-payments.ts';
import type { Db } from './kernel/db.ts';
import { sweepReplies } from './kernel/idempotency.ts';
import type { Log } from './kernel/log.ts';
import type { Repeating } from './kernel/repeat.ts';
import { repeat } from './kernel/repeat.ts';
import { tendDeals } from './manual-fx/tend-deals.ts';
import { paymentTasks } from './payment/payment.listeners.ts';
import type { Rails } from './payment/rails.ts';
import { revalueWhenDue } from './position/revalue-position.ts';
import { forgetMoves } from './rate/forget-moves.ts';
import { reviewTasks } from './review/review.listeners.ts';
import type { Sealer } from './seal/run-sealer.ts';
import { purgeAttempts } from './session/attempt.ts';
import { sweepCaptchas } from './session/session.sql.ts';
import { sweepTickets } from './session/ticket.sql.ts';
import { tickStandingOrders } from './standing-order/run-standing-orders.ts';
import { teamApprovalTasks } from './team-approval/expire-requests.ts';
import type { Subjects } from './team-approval/team-approval.ts';
import { tendUpgrades } from './upgrade/tend-upgrades.ts';

type Around = Readonly<{
  sealer: Sealer;
  rails: Rails;
  openBanking: OpenBanking;
  checkName: AskName;
  lane: BulkLane;
  subjects: Subjects;
  log: Log;
}>;

export function startTasks(
  db: Db,
  { sealer, rails, openBanking, lane, subjects, checkName, log }: Around,
): Repeating[] {
  return [
    repeat('seal', 1000, sealer.turn, log),
    ...paymentTasks(db, rails, log),
    ...reviewTasks(db, log),
    ...teamApprovalTasks(db, subjects, log),
    repeat('sweep holds', 60_000, () => sweepHolds(db, lane), log),
    repeat('make months', 3_600_000, () => makeMonths(db), log),
    repeat('forget rejections', 3_600_000, () => forgetRejections(db), log),
    repeat('forget moves', 3_600_000, () => forgetMoves(db), log),
    repeat('forget documents', 3_600_000, () => forgetDocuments(db), log),
    repeat('sweep replies', 3_600_000, () => sweepReplies(db), log),
    repeat('run auto fx', 1000, () => tickAutoFx(db), log),
    repeat('check names in files', 1000, () => checkNames(db, checkName), log),
    repeat('run bulk payments', 1000, () => runBulkPayments(db, log), log),
    repeat('revalue position', 60_000, () => revalueWhenDue(db), log),
    repeat('run standing orders', 1000, () => tickStandingOrders(db, log), log),
    repeat('tend instant payments', 1000, () => tendPayments(db, openBanking, log), log),
    repeat('tend deals', 1000, () => tendDeals(db), log),
    repeat('tend upgrades', 2000, () => tendUpgrades(db), log),
    repeat('sweep quotes', 60_000, () => sweepQuotes(db), log),
    repeat('sweep captchas', 3_600_000, () => sweepCaptchas(db), log),
    repeat('purge attempts', 3_600_000, () => purgeAttempts(db), log),
    repeat('sweep tickets', 60_000, () => sweepTickets(db), log),
  ];
}
