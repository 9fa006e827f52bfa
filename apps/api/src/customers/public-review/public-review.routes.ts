import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  hideReview,
  listReviewsForStaff,
  postponeReview,
  removeReview,
  showPublished,
  showReview,
  writeReview,
} from './show-reviews.ts';

export function publicReviewRoutes(bind: Bind): void {
  bind.verb(contract.publicReview.show, showReview);
  bind.verb(contract.publicReview.write, writeReview);
  bind.verb(contract.publicReview.remove, removeReview);
  bind.verb(contract.publicReview.postpone, postponeReview);
  bind.verb(contract.publicReview.published, showPublished);
  bind.verb(contract.publicReviewCheck.list, listReviewsForStaff);
  bind.verb(contract.publicReviewCheck.hide, hideReview);
}
