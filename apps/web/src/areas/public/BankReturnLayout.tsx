import { AllWords } from '../AllWords.tsx';
import { PlainLayout } from './PlainLayout.tsx';

/** The plain frame, with the words of the pages behind the login. */
export const BankReturnLayout = () => (
  <AllWords>
    <PlainLayout />
  </AllWords>
);
