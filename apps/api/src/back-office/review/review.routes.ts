import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { givePayment, handBackPayment, takeNextPayment, takePayment } from './claim-payment.ts';
import {
  escalatePayment,
  recordLook,
  refusePayment,
  releasePayment,
  settleConflict,
} from './decide-reviewed-payment.ts';
import { clearSanctionsAlert, confirmSanctionsAlert, listSanctionsAlerts } from './decide-sanctions-alert.ts';
import { placeFraudHold } from './place-fraud-hold.ts';
import { answerQuestions, listQuestions, requestInformation } from './request-information.ts';
import { listReviewQueue, showReviewToday } from './review-queue.read.ts';
import { showReviewCase } from './show-review-case.ts';

export function reviewRoutes(bind: Bind): void {
  bind.verb(contract.review.questions, listQuestions);
  bind.verb(contract.review.answer, answerQuestions);
  bind.verb(contract.review.list, listReviewQueue);
  bind.verb(contract.review.show, showReviewCase);
  bind.verb(contract.review.takeNext, takeNextPayment);
  bind.verb(contract.review.take, takePayment);
  bind.verb(contract.review.handBack, handBackPayment);
  bind.verb(contract.review.give, givePayment);
  bind.verb(contract.review.look, recordLook);
  bind.verb(contract.review.escalate, escalatePayment);
  bind.verb(contract.review.today, showReviewToday);
  bind.verb(contract.review.release, releasePayment);
  bind.verb(contract.review.refuse, refusePayment);
  bind.verb(contract.review.settle, settleConflict);
  bind.verb(contract.review.requestInformation, requestInformation);
  bind.verb(contract.review.placeFraudHold, placeFraudHold);
  bind.verb(contract.sanctionsAlert.list, listSanctionsAlerts);
  bind.verb(contract.sanctionsAlert.clear, clearSanctionsAlert);
  bind.verb(contract.sanctionsAlert.confirm, confirmSanctionsAlert);
}
