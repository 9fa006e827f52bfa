export { QuickPayment } from './QuickPayment.tsx';
