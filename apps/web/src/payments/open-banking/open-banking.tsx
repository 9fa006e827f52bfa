export { BankReturn } from './BankReturnPage.tsx';
export { InstantDeposit } from './InstantDeposit.tsx';
