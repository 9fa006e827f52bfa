import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { answerQuestions, listQuestions } from './answer-questions.ts';
import { askCustomer } from './ask-customer.ts';
import { clearFinding, confirmFinding } from './decide-finding.ts';
import { listFindings } from './list-findings.ts';
import { refusePayment } from './refuse-payment.ts';
import { releasePayment } from './release-payment.ts';
import { settlePaidOut } from './settle-payment.ts';
import { showReviewBoard } from './show-board.ts';
import { suspectPayment } from './suspect-payment.ts';

export function reviewRoutes(bind: Bind): void {
  bind.verb(contract.review.questions, listQuestions);
  bind.verb(contract.review.answer, answerQuestions);
  bind.verb(contract.review.board, showReviewBoard);
  bind.verb(contract.review.release, releasePayment);
  bind.verb(contract.review.refuse, refusePayment);
  bind.verb(contract.review.settle, settlePaidOut);
  bind.verb(contract.review.ask, askCustomer);
  bind.verb(contract.review.suspect, suspectPayment);
  bind.verb(contract.finding.list, listFindings);
  bind.verb(contract.finding.clear, clearFinding);
  bind.verb(contract.finding.confirm, confirmFinding);
}
