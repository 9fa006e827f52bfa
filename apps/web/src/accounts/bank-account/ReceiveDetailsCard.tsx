import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Card } from '../../ui/Card.tsx';
import { CopyAllButton, TransferDetailsList } from './TransferDetailsList.tsx';

export const ReceiveDetailsCard = ({ title, account }: { title: string; account: BankAccountView }) => (
  <Card title={title}>
    <TransferDetailsList account={account} />
    <div className="mt-5">
      <CopyAllButton account={account} />
    </div>
  </Card>
);
