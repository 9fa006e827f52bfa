import { AllWords } from '../AllWords.tsx';
import { PlainLayout } from './PlainLayout.tsx';

export const BankReturnLayout = () => (
  <AllWords>
    <PlainLayout />
  </AllWords>
);
