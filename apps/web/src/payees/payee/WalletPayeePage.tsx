import { AddPayeePage } from './AddPayeePage.tsx';
import { EditPayeePage } from './EditPayeePage.tsx';
import { PayeeListPage } from './PayeeListPage.tsx';
import { PayeeViewPage } from './PayeeViewPage.tsx';
import { usePayeeAddress } from './payee-paths.ts';

const subPages = { add: AddPayeePage, view: PayeeViewPage, edit: EditPayeePage } as const;

export function WalletPayeePage() {
  const { show = '' } = usePayeeAddress();
  const Part = Object.hasOwn(subPages, show) ? subPages[show as keyof typeof subPages] : PayeeListPage;
  return <Part />;
}
