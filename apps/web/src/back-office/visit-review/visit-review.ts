export { VisitReviews } from './VisitReviews.tsx';
