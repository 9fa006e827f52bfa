import { MessagesProvider } from '../MessagesProvider.tsx';
import { PlainLayout } from './PlainLayout.tsx';

export const BankReturnLayout = () => (
  <MessagesProvider>
    <PlainLayout />
  </MessagesProvider>
);
