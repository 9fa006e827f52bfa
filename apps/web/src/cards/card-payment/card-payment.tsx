export { CardPayments } from './CardPayments.tsx';
export { cardUsageQuery } from './card-payment.api.ts';
