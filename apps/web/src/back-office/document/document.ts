export { PaymentDocument } from './PaymentDocument.tsx';
