import { documentReceived, documentRefused } from '../document/document.ts';
import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { inside, outside, type Subscription } from '../kernel/relay.ts';
import { type Repeating, repeat } from '../kernel/repeat.ts';
import { listImported } from '../screening/screening.ts';
import { afterReceipt, afterRefusal } from './follow-documents.ts';
import { rescreenPayments } from './rescreen.ts';
import { rescreenNames } from './rescreen-names.ts';
import { tendReviews } from './tend-reviews.ts';

export const reviewListeners: readonly Subscription[] = [
  inside(documentRefused, 'review-document-refused', afterRefusal),
  inside(documentReceived, 'review-document-received', afterReceipt),
  outside(listImported, 'rescreen-payments', rescreenPayments),
  outside(listImported, 'rescreen-names', rescreenNames),
];

export const reviewTasks = (db: Db, log: Log): Repeating[] => [
  repeat('tend reviews', 30_000, () => tendReviews(db), log),
];
