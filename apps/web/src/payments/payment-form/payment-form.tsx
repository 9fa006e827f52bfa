export { PaymentSteps } from './PaymentSteps.tsx';
