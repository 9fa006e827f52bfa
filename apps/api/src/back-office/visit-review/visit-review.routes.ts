import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listVisitReviews, recordVisitReview, showVisitReview } from './review-visits.ts';

export function visitReviewRoutes(bind: Bind): void {
  bind.verb(contract.visitReview.list, listVisitReviews);
  bind.verb(contract.visitReview.show, showVisitReview);
  bind.verb(contract.visitReview.record, recordVisitReview);
}
