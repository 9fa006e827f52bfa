import { languages } from '../../messages/languages.ts';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';

/** Loaded when drawn: most visits to the pages that hold them need neither. */
export const OwnReviewCard = lazyPart(
  async () => (await import('./OwnReviewCard.tsx')).OwnReviewCard,
  languages.en.later,
);
export const ReviewInvitation = lazyPart(
  async () => (await import('./ReviewInvitation.tsx')).ReviewInvitation,
  languages.en.later,
);
